/** Instructions and modules of WebAssembly as bytes (core specification 2.0, §5): those that the pooling kernel is made of. */
export type Code = readonly number[];

const VALUE_TYPES = { i32: 0x7f, f64: 0x7c, v128: 0x7b };
export type ValueType = keyof typeof VALUE_TYPES;

export const localGet = (local: number): Code => [0x20, local];
export const localSet = (local: number): Code => [0x21, local];
export const localTee = (local: number): Code => [0x22, local];
/** Repeats `body` as long as it leaves something other than 0. */
export const loop = (...body: Code[]): Code => [0x03, 0x40, ...body.flat(), 0x0d, 0, 0x0b];

export const i32Const = (value: number): Code => [0x41, ...signed(value)];
export const i32Load = (offset: number): Code => [0x28, 2, ...unsigned(offset)];
export const i32Store = (offset: number): Code => [0x36, 2, ...unsigned(offset)];
export const I32_LT_U: Code = [0x49];
export const I32_ADD: Code = [0x6a];
export const I32_MUL: Code = [0x6c];
export const I32_XOR: Code = [0x73];
export const I32_SHL: Code = [0x74];

export const f64Const = (value: number): Code => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)];
export const f64Store = (offset: number): Code => [0x39, 3, ...unsigned(offset)];
export const F64_SQRT: Code = [0x9f];
export const F64_ADD: Code = [0xa0];
export const F64_MUL: Code = [0xa2];
export const F64_CONVERT_I32_S: Code = [0xb7];

const vector = (opcode: number, ...immediate: number[]): Code => [0xfd, ...unsigned(opcode), ...immediate];
export const v128Load = (offset: number): Code => vector(0, 3, ...unsigned(offset));
export const v128Load32Splat = (offset: number): Code => vector(9, 2, ...unsigned(offset));
export const v128Load64Splat = (offset: number): Code => vector(10, 3, ...unsigned(offset));
export const v128Load32Lane = (offset: number, lane: number): Code => vector(86, 2, ...unsigned(offset), lane);
/** Eight bytes and eight zeros, from any address. */
export const V128_LOAD64_ZERO = vector(93, 0, 0);
export const v128Store = (offset: number): Code => vector(11, 3, ...unsigned(offset));
export const v128Const = (lanes: Int32Array | Int16Array): Code => vector(12, ...new Uint8Array(lanes.buffer));
export const V128_AND = vector(78);
export const V128_XOR = vector(81);
/** Lanes of 2 or 4 bytes of two vectors, counted through both. */
export const shuffle = (...lanes: number[]): Code => {
  const width = 16 / lanes.length;
  return vector(13, ...lanes.flatMap((lane) => Array.from({ length: width }, (_, byte) => width * lane + byte)));
};
export const I16X8_SHR_U = vector(141);
export const i32x4ExtractLane = (lane: number): Code => vector(27, lane);
export const I32X4_SHR_S = vector(172);
export const I32X4_ADD = vector(174);
export const I32X4_DOT_I16X8_S = vector(186);
export const F64X2_SPLAT = vector(20);
export const f64x2ExtractLane = (lane: number): Code => vector(33, lane);
export const F64X2_GT = vector(74);
export const F64X2_ADD = vector(240);
export const F64X2_SUB = vector(241);
export const F64X2_MUL = vector(242);
export const F64X2_DIV = vector(243);
export const F32X4_DEMOTE_F64X2_ZERO = vector(94);

/** A function without a result. */
export interface WasmFunction {
  name: string;
  parameters: readonly ValueType[];
  /** Numbered after the parameters. */
  locals: readonly ValueType[];
  body: Code;
}

/** A module that exports a memory of some pages, `memory`, and functions. */
export function wasmModule(pages: number, functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const valueTypes = (types: readonly ValueType[]) => counted(types.map((type) => [VALUE_TYPES[type]]));
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      functions.map(({ parameters }) => [0x60, ...valueTypes(parameters), 0]),
    ),
    ...section(
      3,
      functions.map((_, index) => [index]),
    ),
    ...section(5, [[0, ...unsigned(pages)]]),
    ...section(7, [[...named('memory'), 2, 0], ...functions.map(({ name }, index) => [...named(name), 0, index])]),
    ...section(
      10,
      functions.map(({ locals, body }) =>
        sized([...counted(locals.map((type) => [1, VALUE_TYPES[type]])), ...body, 0x0b]),
      ),
    ),
  ]);
}

function section(id: number, entries: Code[]): Code {
  return [id, ...sized(counted(entries))];
}

function counted(entries: readonly Code[]): Code {
  return [...unsigned(entries.length), ...entries.flat()];
}

function sized(content: Code): Code {
  return [...unsigned(content.length), ...content];
}

function named(name: string): Code {
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
