/** The rule that keeps providers' words at their clients and webhooks. */
import { METHODS } from 'node:http'
import { constants } from 'node:os'
import type { Node } from 'typescript/unstable/ast'
import { isPropertyAssignment, isStringLiteralLikeNode } from 'typescript/unstable/ast'
import { middleFloor, roomOf } from './rooms.ts'
import { isTest, lineOf, nodesIn, type Offence, type Source } from './source.ts'

/** Here providers' words become ours: in clients, webhooks, and the proofs of webhooks. */
const homes = /^src\/(?:providers|callbacks|platform\/access\/callbacks)\//
const callbackHeaders = 'src/providers/callback-headers.ts'

/** Statuses, types and codes, as providers spell them. */
const shape = /^(?:[A-Z][A-Z0-9_]{2,}|-?\d{4})$/

/** Words of HTTP, of the operating system and of Unicode that clients use as well. */
const common: ReadonlySet<string> = new Set([
  ...METHODS,
  ...Object.keys(constants.errno),
  ...['NFC', 'NFD', 'NFKC', 'NFKD'],
])

/**
 * Nothing above the clients compares with a provider's word. The words are those that stand in the
 * homes; one that our own tables use as well cannot be distinguished, and is ours.
 */
export function providerWordOffences(
  sources: readonly Source[],
  schema: string,
): readonly Offence[] {
  const ours = new Set(Array.from(schema.matchAll(/'([^'\n]+)'::text/g), ([, word = '']) => word))
  const isOurs = (word: string): boolean => common.has(word) || ours.has(word)
  const service = sources.filter(({ path }) => path.startsWith('src/') && !isTest(path))
  const theirs = new Map<string, string>()
  for (const source of service.filter(({ path }) => homes.test(path))) {
    for (const { word } of wordsIn(source)) {
      const isHeader = source.path === callbackHeaders && word.includes('-')
      const isTheirs = isHeader || shape.test(word)
      if (isTheirs && !isOurs(word)) theirs.set(word, source.path)
    }
  }
  return service.filter(isAbove).flatMap((source) =>
    [...wordsIn(source)].flatMap(({ node, word }) => {
      const home = theirs.get(word) ?? theirs.get(word.toLowerCase())
      return home === undefined
        ? []
        : [
            {
              path: source.path,
              line: lineOf(source, node),
              rule: `reads ${word}, a provider's word`,
              mend: `translate it beside ${home}, into one of our words`,
            },
          ]
    }),
  )
}

const isAbove = ({ path }: Source): boolean =>
  !homes.test(path) && (roomOf(path)?.floor ?? 0) >= middleFloor

/** Texts and names of properties. */
function* wordsIn({ tree }: Source): Generator<Readonly<{ node: Node; word: string }>, void> {
  for (const node of nodesIn(tree)) {
    if (isStringLiteralLikeNode(node)) yield { node, word: node.text }
    else if (isPropertyAssignment(node)) yield { node, word: node.name.getText(tree) }
  }
}
