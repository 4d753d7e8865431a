/** The page of all types of events, from the code. */
import { factTypes } from '../src/core/facts/fact-types.ts'

const introduction = `# Types of events

Generated from the code. [Events](events.md) explains how they are sent. The form of each \`data\`
is in [the AsyncAPI document](events-asyncapi.json) and, as webhooks, in the operators' OpenAPI
document.
`

const items = {
  account: 'the id of the user',
  adjustment: 'the moves of the posting',
  break: 'the break',
  decision: 'what the operator did',
  fill: 'the trade',
  order: 'the order',
  'suspended-deposit': 'the key of the deposit, and the reason',
  transfer: 'the deposit or withdrawal',
} as const

export function eventTypesPage(): string {
  const lines = Object.entries(factTypes).map(
    ([type, { item, summary }]) => `- \`${type}\`: ${summary}\n  \`data\`: ${items[item]}.`,
  )
  return `${introduction}\n${lines.join('\n')}\n`
}
