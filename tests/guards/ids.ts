/** Ids are branded where they are declared, so that ids of different kinds cannot be mixed up. */
import {
  isIdentifier,
  isParameterDeclaration,
  isPropertyDeclaration,
  isPropertySignatureDeclaration,
  isVariableDeclaration,
} from 'typescript/unstable/ast'
import { isTest, lineOf, nodesIn, type Offence, type Source } from './source.ts'

const kinds = 'user|operator|asset|base|quote|pair|order|hold|posting|event'

/** Rooms that know of no request but a withdrawal's. */
const withdrawals =
  /^src\/(?:app\/(?:withdrawals|custody-reports|wallet)|backoffice\/recon\w+|callbacks\/payx)\//

/** The names of ids, with the plain type that each would have. */
const names: Readonly<Record<'number' | 'string', RegExp>> = {
  number: new RegExp(`^(?:user|operator|(?:${kinds})_?ids?)$`, 'i'),
  string: /^order_?nos?$/i,
}

const plainType = /^(?:readonly )?(number|string)(?:\[\])?(?: \| (?:null|undefined))*$/

/** Fields, parameters and variables of `src/` that are named like an id and have a plain type. */
export function idOffences(sources: readonly Source[]): readonly Offence[] {
  const service = sources.filter(({ path }) => path.startsWith('src/') && !isTest(path))
  return service.flatMap((source) =>
    [...nodesIn(source.tree)].flatMap((node) => {
      const isDeclaration =
        isParameterDeclaration(node) ||
        isPropertyDeclaration(node) ||
        isPropertySignatureDeclaration(node) ||
        isVariableDeclaration(node)
      if (!isDeclaration || node.type === undefined || !isIdentifier(node.name)) return []
      const base = plainType.exec(node.type.getText(source.tree))?.[1]
      if (base !== 'number' && base !== 'string') return []
      const { text } = node.name
      const ofWithdrawal = withdrawals.test(source.path) && /^requestIds?$/.test(text)
      if (!names[base].test(text) && !ofWithdrawal) return []
      const rule = `${text} is a plain ${base}`
      const mend = 'give it its type of base/ids.ts'
      return [{ path: source.path, line: lineOf(source, node), rule, mend }]
    }),
  )
}
