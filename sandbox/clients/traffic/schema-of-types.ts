import ts from 'typescript'
import type { Schema, Schemas } from './contract.ts'

/** The types that a package's declarations name, as JSON Schema. */
export type Types = Readonly<{
  /** The type that a file exports under a name. */
  schemaOf: (file: string, name: string) => Schema
  /** The parameters and the result of the class's method `name`. */
  method: (file: string, className: string, name: string) => Method | null
  /** All referenced schemas; complete once no more are requested. */
  document: Readonly<{ $defs: Schemas }>
}>

export type Method = Readonly<{ input: Schema; answer: Schema }>

const anything: Schema = {}

/** Objects are closed: fields outside their type are undocumented. */
export function typesOf(files: readonly string[]): Types {
  const options: ts.CompilerOptions = {
    strict: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  }
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  const { schemaOf, definitions } = converter(checker)
  const declared = (file: string, name: string) => findDeclared({ program, checker }, file, name)

  return {
    document: { $defs: definitions },
    schemaOf: (file, name) => schemaOf(checker.getDeclaredTypeOfSymbol(declared(file, name))),
    method(file, className, name) {
      const owner = checker.getDeclaredTypeOfSymbol(declared(file, className))
      const found = owner.getProperty(name)
      const signature =
        found === undefined ? undefined : checker.getTypeOfSymbol(found).getCallSignatures()[0]
      if (signature === undefined) return null
      const [input] = signature.getParameters()
      return {
        input:
          input === undefined
            ? { properties: {} }
            : dereferenced(schemaOf(checker.getNonNullableType(checker.getTypeOfSymbol(input)))),
        answer: answerOf(signature.getReturnType()),
      }
    },
  }

  function dereferenced(schema: Schema): Schema {
    const name =
      String(schema['$ref'] ?? '')
        .split('/')
        .at(-1) ?? ''
    return definitions[name] ?? schema
  }

  /** Clients promise their own response, which holds the answer's body as `data`. */
  function answerOf(promise: ts.Type): Schema {
    const response = checker.getAwaitedType(promise)
    const data = response?.getProperty('data')
    if (data === undefined) throw new Error('a method promises no response with data')
    const type = checker.getTypeOfSymbol(data)
    // A body that has yet to be read and parsed.
    const body = type.getCallSignatures()[0]?.getReturnType()
    return schemaOf(body === undefined ? type : (checker.getAwaitedType(body) ?? body))
  }
}

type Sources = Readonly<{ program: ts.Program; checker: ts.TypeChecker }>

/** `SpotRestAPI.RestAPI` is in a namespace that the file exports. */
function findDeclared({ program, checker }: Sources, file: string, name: string): ts.Symbol {
  const source = program.getSourceFile(file)
  let found = source === undefined ? undefined : checker.getSymbolAtLocation(source)
  for (const part of name.split('.')) {
    const exported = found === undefined ? [] : checker.getExportsOfModule(found)
    const next = exported.find((one) => one.name === part)
    const isAlias = next !== undefined && (next.flags & ts.SymbolFlags.Alias) !== 0
    found = isAlias ? checker.getAliasedSymbol(next) : next
  }
  if (found === undefined) throw new Error(`${file} exports no ${name}`)
  return found
}

/** Turns types into schemas; objects are defined apart, so that they may contain themselves. */
function converter(checker: ts.TypeChecker) {
  const definitions: Record<string, Schema> = {}
  const names = new Map<ts.Type, string>()

  function schemaOf(type: ts.Type): Schema {
    if (type.isUnion()) return unionOf(type.types)
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value }
    const simple = simpleTypes.find(([flag]) => (type.flags & flag) !== 0)
    if (simple !== undefined) return simple[1]
    const items = checker.getIndexTypeOfType(type, ts.IndexKind.Number)
    if (items !== undefined && type.getProperty('length') !== undefined) {
      return { type: 'array', items: schemaOf(items) }
    }
    return refTo(type)
  }

  function unionOf(members: readonly ts.Type[]): Schema {
    const some = members.filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0)
    // Generated clients write a 64-bit integer as `number | bigint`.
    const isLong = some.some(({ flags }) => (flags & ts.TypeFlags.BigInt) !== 0)
    const left = isLong ? some.filter(({ flags }) => (flags & ts.TypeFlags.Number) === 0) : some
    const schemas = [
      ...new Map(left.map(schemaOf).map((one) => [JSON.stringify(one), one])).values(),
    ]
    const consts = schemas.flatMap((one) => ('const' in one ? [one['const']] : []))
    if (consts.length === schemas.length) return { enum: consts }
    return schemas.length === 1 ? (schemas[0] ?? anything) : { anyOf: schemas }
  }

  /** Types may contain themselves, so each object is defined once and referred to. */
  function refTo(type: ts.Type): Schema {
    const known = names.get(type)
    const name = known ?? `${type.getSymbol()?.name ?? 'Both'}-${names.size}`
    if (known === undefined) {
      names.set(type, name)
      definitions[name] = objectOf(type)
    }
    return { $ref: `document#/$defs/${name}` }
  }

  function objectOf(type: ts.Type): Schema {
    const properties = type.getProperties()
    const values = checker.getIndexTypeOfType(type, ts.IndexKind.String)
    // `object` does not describe its fields.
    if (properties.length === 0 && values === undefined) return { type: 'object' }
    const required = properties.filter(({ flags }) => (flags & ts.SymbolFlags.Optional) === 0)
    return {
      type: 'object',
      properties: Object.fromEntries(
        properties.map((one) => [one.name, schemaOf(checker.getTypeOfSymbol(one))]),
      ),
      required: required.map(({ name }) => name),
      additionalProperties: values === undefined ? false : schemaOf(values),
    }
  }

  return { schemaOf, definitions }
}

const simpleTypes: readonly (readonly [ts.TypeFlags, Schema])[] = [
  [ts.TypeFlags.Any | ts.TypeFlags.Unknown, anything],
  [ts.TypeFlags.StringLike, { type: 'string' }],
  [ts.TypeFlags.BigIntLike, { type: 'integer' }],
  [ts.TypeFlags.NumberLike, { type: 'number' }],
  [ts.TypeFlags.BooleanLike, { type: 'boolean' }],
  [ts.TypeFlags.Null, { type: 'null' }],
  [ts.TypeFlags.VoidLike, anything],
  [ts.TypeFlags.NonPrimitive, { type: 'object' }],
]
