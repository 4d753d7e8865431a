function compileNothing(): never {
  throw new Error('a route has a schema: contracts validate, and Fastify compiles nothing')
}

/** Contracts validate, so Fastify need not load its compilers of JSON schemas. */
export const compilersFactory = { buildValidator: compileNothing, buildSerializer: compileNothing }
