/** Twelve characters or more that are among the first anybody tries, in lower case. */
const COMMON = new Set([
  "0987654321qwerty",
  "1234567890ab",
  "1234567890qwerty",
  "12345678qwertyui",
  "123456qwerty",
  "1q2w3e4r5t6y",
  "1q2w3e4r5t6y7u8i",
  "1qaz2wsx3edc",
  "1qaz2wsx3edc4rfv",
  "access-denied",
  "adminadminadmin",
  "administrator",
  "administrator1",
  "alexanderalexander",
  "basketball12",
  "businessbusiness",
  "changemechangeme",
  "changemeplease",
  "changethispassword",
  "chocolate123",
  "correct horse battery staple",
  "correcthorsebatterystaple",
  "defaultpassword",
  "dragondragon",
  "football1234",
  "iloveyou1234",
  "iloveyouforever",
  "iloveyousomuch",
  "letmeinletmein",
  "letmeinplease",
  "liverpoolliverpool",
  "manchesterunited",
  "masterpassword",
  "mypassword123",
  "newpassword1",
  "newpassword123",
  "p@ssw0rd1234",
  "p@ssw0rdp@ssw0rd",
  "passw0rd1234",
  "password!123",
  "password.123",
  "password1234",
  "password12345",
  "password123456",
  "password1234567",
  "password@123",
  "passwordpassword",
  "princess1234",
  "q1w2e3r4t5y6",
  "qazwsxedcrfv",
  "qwerty123456",
  "qwerty1234567",
  "qwertyqwerty",
  "qwertyuiop12",
  "qwertyuiop123",
  "qwertyuiop[]",
  "qwertyuiopasdfghjkl",
  "rememberthispassword",
  "salessalessales",
  "secretpassword",
  "starwarsstarwars",
  "summersummer",
  "sunshine1234",
  "superman1234",
  "superuser123",
  "testpassword",
  "testtesttest",
  "thisismypassword",
  "trustno1trustno1",
  "welcome12345",
  "welcome123456",
  "welcomewelcome",
  "winnowwinnow",
  "zxcvbnm12345",
  "zxcvbnmasdfghjkl",
]);

const SHORTEST_RUN = 12;
const LONGEST_PATTERN = 4;

/** Whether a password is one of those that guessing begins with: a known one, one pattern again and again, or a row. */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize("NFKC").toLowerCase().trim();
  return COMMON.has(text) || isRepeated(text) || isRow(text);
}

/** "aaaaaaaaaaaa", "abcabcabcabc". */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= LONGEST_PATTERN; length += 1) {
    if (text.length >= SHORTEST_RUN && text.slice(length) === text.slice(0, -length)) return true;
  }
  return false;
}

/** "abcdefghijkl", "123456789012", "987654321098": each character follows the one before, nine and nought too. */
function isRow(text: string): boolean {
  return [1, -1].some((step) =>
    [...text].every((character, index, all) => {
      const before = all[index - 1];
      if (before === undefined) return true;
      if (/\d/u.test(before) && /\d/u.test(character)) return (Number(before) + step + 10) % 10 === Number(character);
      return (before.codePointAt(0) ?? 0) + step === character.codePointAt(0);
    }),
  );
}
