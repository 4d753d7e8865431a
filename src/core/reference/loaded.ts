/** The result of loading a part of the catalogue, in lines for the operator. */
export type Loaded = Readonly<{ lines: readonly string[]; complete: boolean }>
