/** A field as sent: a number of varint and fixed types, or bytes. */
type Value = bigint | Buffer;

/**
 * Parses a Protocol Buffers message ("Encoding", wire types 0, 1, 2 and 5) into its fields by number, each with all its
 * values in order. Throws a RangeError for invalid input.
 */
export function readMessage(bytes: Buffer): Map<number, Value[]> {
  const fields = new Map<number, Value[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError("A varint of more than ten bytes");
  };
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new RangeError("A field longer than its message");
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const type = tag & 7;
    let value: Value;
    if (type === 0) value = varint();
    else if (type === 1) value = take(8).readBigUInt64LE();
    else if (type === 2) value = take(Number(varint()));
    else if (type === 5) value = BigInt(take(4).readUInt32LE());
    else throw new RangeError(`Wire type ${type}`);
    const values = fields.get(tag >> 3);
    if (values === undefined) fields.set(tag >> 3, [value]);
    else values.push(value);
  }
  return fields;
}

/** The messages in a repeated field. */
export function messagesIn(fields: Map<number, Value[]>, number: number): Map<number, Value[]>[] {
  return (fields.get(number) ?? []).map((value) => readMessage(asBytes(value)));
}

/** A field's bytes; empty if missing, since Protocol Buffers omit empty values. */
export function bytesIn(fields: Map<number, Value[]>, number: number): Buffer {
  return asBytes(fields.get(number)?.at(-1) ?? Buffer.alloc(0));
}

/** A field's number; 0 if missing. */
export function numberIn(fields: Map<number, Value[]>, number: number): bigint {
  const value = fields.get(number)?.at(-1) ?? 0n;
  if (Buffer.isBuffer(value)) throw new RangeError(`Field ${number} is no number`);
  return value;
}

function asBytes(value: Value): Buffer {
  if (!Buffer.isBuffer(value)) throw new RangeError("A number where bytes are expected");
  return value;
}
