/**
 * The inner loop of pooling in WebAssembly with 128-bit vectors (WebAssembly core specification 2.0), written down here
 * instruction by instruction. It does the additions and multiplications of accumulation.ts in the same order, so it gives the
 * same bits; it is there because it takes a third of the time.
 */

/** Rows that one call can add, a multiple of 4. */
export const MOST_ROWS = 256;

interface Exports {
  memory: { buffer: ArrayBuffer };
  accumulate: (groups: number) => void;
}

export interface AccumulationKernel {
  /** Byte address of each row that is to be added. [MOST_ROWS] */
  readonly addresses: Int32Array;
  /** Its scale. [MOST_ROWS] */
  readonly scales: Float64Array;
  /** What rows are added to. [dimension] */
  readonly sum: Float64Array;
  /** Adds the first 4 · groups rows. */
  readonly accumulate: (groups: number) => void;
}

/**
 * A kernel with a copy of the table's vectors in its memory, a row at each multiple of the dimension. null where there is no
 * WebAssembly with vectors, where a content security policy forbids it, or where the dimension is no multiple of 8.
 */
export function accumulationKernel(vectors: Uint8Array, dimension: number): AccumulationKernel | null {
  if (typeof WebAssembly === 'undefined' || dimension % 8 !== 0) return null;
  const addressesAt = Math.ceil(vectors.length / 16) * 16;
  const scalesAt = addressesAt + 4 * MOST_ROWS;
  const sumAt = scalesAt + 8 * MOST_ROWS;
  const bytes = sumAt + 8 * dimension;
  try {
    const module = assemble(Math.ceil(bytes / 65_536), { addressesAt, scalesAt, sumAt, sumEnd: bytes });
    const { memory, accumulate } = new WebAssembly.Instance(new WebAssembly.Module(module))
      .exports as unknown as Exports;
    new Uint8Array(memory.buffer).set(vectors);
    return {
      addresses: new Int32Array(memory.buffer, addressesAt, MOST_ROWS),
      scales: new Float64Array(memory.buffer, scalesAt, MOST_ROWS),
      sum: new Float64Array(memory.buffer, sumAt, dimension),
      accumulate,
    };
  } catch {
    return null;
  }
}

const I32 = 0x7f;
const V128 = 0x7b;
const EMPTY = 0x40;

const localGet = (i: number) => [0x20, i];
const localSet = (i: number) => [0x21, i];
const localTee = (i: number) => [0x22, i];
const i32Load = (offset: number) => [0x28, 2, ...unsigned(offset)];
const i32Const = (value: number) => [0x41, ...signed(value)];
const I32_LT_U = 0x49;
const I32_ADD = 0x6a;
const I32_SUB = 0x6b;
const vector = (opcode: number) => [0xfd, ...unsigned(opcode)];
const v128Load = (offset: number) => [...vector(0), 3, ...unsigned(offset)];
/** Eight bytes as eight signed 16-bit integers. */
const v128Load8x8 = [...vector(1), 0, 0];
const v128Load64Splat = (offset: number) => [...vector(10), 3, ...unsigned(offset)];
const v128Store = (offset: number) => [...vector(11), 3, ...unsigned(offset)];
const upperHalf = [...vector(13), ...[8, 9, 10, 11, 12, 13, 14, 15], ...[8, 9, 10, 11, 12, 13, 14, 15]];
const I32X4_EXTEND_LOW_I16X8_S = vector(167);
const I32X4_EXTEND_HIGH_I16X8_S = vector(168);
const F64X2_ADD = vector(240);
const F64X2_MUL = vector(242);
const F64X2_CONVERT_LOW_I32X4_S = vector(254);
const loop = (body: number[]) => [0x03, EMPTY, ...body, 0x0b];
/** To the beginning of the innermost loop. */
const branchIf = [0x0d, 0];

interface Layout {
  addressesAt: number;
  scalesAt: number;
  sumAt: number;
  sumEnd: number;
}

function assemble(pages: number, { addressesAt, scalesAt, sumAt, sumEnd }: Layout): Uint8Array<ArrayBuffer> {
  const groups = 0;
  const address = 1;
  const scale = 2;
  const at = 3;
  const rows = [4, 5, 6, 7];
  const scales = [8, 9, 10, 11];
  const components = [12, 13, 14, 15];

  /** Two components from the third on by twos: (((scale·row + scale·row) + scale·row) + scale·row), added to the sum. */
  const addPair = (pair: number) => {
    const extend = pair < 2 ? I32X4_EXTEND_LOW_I16X8_S : I32X4_EXTEND_HIGH_I16X8_S;
    const half = pair % 2 === 0 ? [] : [...localTee(16), ...localGet(16), ...upperHalf];
    const products = rows.map((_, r) => [
      ...localGet(components[r]),
      ...extend,
      ...half,
      ...F64X2_CONVERT_LOW_I32X4_S,
      ...localGet(scales[r]),
      ...F64X2_MUL,
    ]);
    return [
      ...localGet(at),
      ...localGet(at),
      ...v128Load(16 * pair),
      ...products.flatMap((product, r) => (r === 0 ? product : [...product, ...F64X2_ADD])),
      ...F64X2_ADD,
      ...v128Store(16 * pair),
    ];
  };
  const eightComponents = [
    ...rows.flatMap((row, r) => [
      ...localGet(row),
      ...v128Load8x8,
      ...localSet(components[r]),
      ...localGet(row),
      ...i32Const(8),
      I32_ADD,
      ...localSet(row),
    ]),
    ...[0, 1, 2, 3].flatMap(addPair),
    ...localGet(at),
    ...i32Const(64),
    I32_ADD,
    ...localTee(at),
    ...i32Const(sumEnd),
    I32_LT_U,
    ...branchIf,
  ];
  const group = [
    ...rows.flatMap((row, r) => [...localGet(address), ...i32Load(4 * r), ...localSet(row)]),
    ...scales.flatMap((splat, r) => [...localGet(scale), ...v128Load64Splat(8 * r), ...localSet(splat)]),
    ...i32Const(sumAt),
    ...localSet(at),
    ...loop(eightComponents),
    ...[...localGet(address), ...i32Const(16), I32_ADD, ...localSet(address)],
    ...[...localGet(scale), ...i32Const(32), I32_ADD, ...localSet(scale)],
    ...[...localGet(groups), ...i32Const(1), I32_SUB, ...localTee(groups)],
    ...branchIf,
  ];
  const code = [
    ...[2, 7, I32, 9, V128],
    ...[...i32Const(addressesAt), ...localSet(address), ...i32Const(scalesAt), ...localSet(scale)],
    ...loop(group),
    0x0b,
  ];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 1, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, ...unsigned(pages)]),
    ...section(7, [2, ...named('memory'), 2, 0, ...named('accumulate'), 0, 0]),
    ...section(10, [1, ...sized(code)]),
  ]);
}

function section(id: number, content: number[]): number[] {
  return [id, ...sized(content)];
}

function sized(content: number[]): number[] {
  return [...unsigned(content.length), ...content];
}

function named(name: string): number[] {
  return sized([...name].map((c) => c.charCodeAt(0)));
}

/** LEB128 */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}

/** Signed LEB128 of a number that is not negative: its sign bit must be clear. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x40) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}
