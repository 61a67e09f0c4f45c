import type { PersonName } from "#server/pipeline/text/person-name.ts";

const CHINESE_FAMILY =
  "王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾萧蕭田董袁潘于蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾谭譚陆陸汪范石廖贾賈夏韦韋付方白邹鄒孟熊秦邱江尹薛闫段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴覃武戴莫孔向汤湯常温康施文牛樊葛邢安齐齊易乔喬伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝";
const KOREAN_FAMILY =
  "김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구민류나진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국";
/** The most common Japanese family names. Checked first, because they are longer than Chinese ones. */
const JAPANESE_FAMILY =
  /^(?:佐藤|鈴木|高橋|田中|伊藤|渡辺|渡邊|渡部|山本|中村|小林|加藤|吉田|山田|佐々木|山口|松本|井上|木村|林|斎藤|斉藤|齋藤|清水|山崎|阿部|森|池田|橋本|石川|小川|前田|岡田|長谷川|藤田|近藤|後藤|石井|遠藤|青木|坂本|村上|太田|金子|藤井|福田|西村|三浦|竹内|中島|岡本|松田|原田|中野|小野|田村|藤原|中山|石田|上田|森田|柴田|酒井|工藤|横山|宮崎|宮本|内田|高木|安藤|谷口|大野|丸山|今井|高田|藤本|武田|村田|上野|杉山|増田|平野|大塚|千葉|久保|松井|小島|岩崎|桜井|野口|松尾|野村|木下|菊地|佐野|大西|杉本|新井)/u;
const NOT_NAMES =
  /公司|集团|集團|有限|株式|会社|會社|部|科|课|課|室|店|厅|局|学|學|院|中心|联系|聯繫|关于|首页|产品|服务|電話|电话|地址|邮|회사|주식|대표전화|문의|회사소개|제품|서비스|고객|센터|채용|공지/u;
const HONORIFIC =
  /\s?(?:先生|女士|小姐|经理|總經理|总经理|总监|博士|教授|老师|様|さま|さん|氏|殿|님|씨|대표이사|대표|이사|부장|차장|과장|대리|사원|팀장|실장|사장|회장)$/u;
const HAN = /^[\p{sc=Han}々]+$/u;
const HANGUL = /^\p{sc=Hangul}+$/u;

/**
 * Reads a name in Chinese, Japanese or Korean script, which has no capitals and often no spaces, by its length and a
 * common family name at the start. Returns null when the text is in such a script but not a name, undefined when it is
 * in another script.
 */
export function readUnspacedName(text: string): PersonName | null | undefined {
  if (!/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(text)) return undefined;
  const name = text
    .replace(HONORIFIC, "")
    .replace(/[\s（(][ぁ-んァ-ヶー・\s　a-zA-Z]+[)）]$/u, "")
    .trim();
  const isAddressed = name !== text.trim() && HONORIFIC.test(text);
  if (NOT_NAMES.test(name)) return null;
  const parts = name.split(/[\s\u3000]+/u);
  const whole = parts.join("");
  if (parts.length > 2) return null;
  if (HANGUL.test(whole)) {
    if (whole.length < 2 || whole.length > 4 || !KOREAN_FAMILY.includes(whole.charAt(0))) return null;
    return { name, certainty: isAddressed ? 0.95 : whole.length === 3 ? 0.8 : 0.6 };
  }
  if (HAN.test(whole)) return readHan(name, parts, isAddressed);
  if (/^[\p{sc=Katakana}ー]{2,}[・＝=\s][\p{sc=Katakana}ー・]{2,}$/u.test(name)) return { name, certainty: 0.6 };
  // A Japanese given name in kana after a family name: 田中 さくら.
  const isMixed =
    JAPANESE_FAMILY.test(whole) &&
    /^[\p{sc=Han}々]{1,3}\s?[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]{2,4}$/u.test(name);
  return isMixed ? { name, certainty: isAddressed ? 0.95 : 0.75 } : null;
}

function readHan(name: string, parts: readonly string[], isAddressed: boolean): PersonName | null {
  const length = parts.join("").length;
  if (length < 2 || length > 6) return isAddressed && length === 1 ? { name, certainty: 0.5 } : null;
  const isJapanese = JAPANESE_FAMILY.test(name);
  const isFamily = isJapanese || CHINESE_FAMILY.includes(name.charAt(0));
  if (isAddressed) return { name, certainty: 0.95 };
  if (isJapanese) return length >= 3 ? { name, certainty: 0.85 } : null;
  if (parts.length === 2 && length <= 5) return { name, certainty: 0.7 };
  return isFamily && (length === 2 || length === 3) ? { name, certainty: length === 3 ? 0.8 : 0.6 } : null;
}
