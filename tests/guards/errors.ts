/** Every refusal is explained once, to apps and to people, and nothing else is. */
import type { ErrorText } from '../../src/platform/http/errors/catalogue.ts'
import type { Offence } from './source.ts'

export type Area = Readonly<Record<string, ErrorText>>

const home = 'src/platform/http/errors/texts'

export function errorOffences(
  refusals: readonly string[],
  areas: readonly Area[],
): readonly Offence[] {
  const explained = areas.flatMap((area) => Object.keys(area))
  return [
    ...refusals
      .filter((key) => !explained.includes(key))
      .map((key) =>
        offence(`${key} is not explained`, 'write its entry in src/platform/http/errors/texts/'),
      ),
    ...explained
      .filter((key) => !refusals.includes(key))
      .map((key) => offence(`${key} is no refusal`, 'take its entry out')),
    ...explained
      .filter((key, index) => explained.indexOf(key) !== index)
      .map((key) => offence(`${key} is explained twice`, 'take one entry out')),
    ...areas.flatMap((area) => Object.entries(area)).flatMap(textOffences),
  ]
}

/** Whole sentences, and no language in place of the other. */
function textOffences([key, { cause, action, en, id }]: [string, ErrorText]): readonly Offence[] {
  const loose = Object.entries({ cause, action, en, id })
    .filter(([, text]) => !/^[A-Z`].*\.$/.test(text))
    .map(([name]) =>
      offence(`${name} of ${key} is no sentence`, 'begin large, end with a full stop'),
    )
  const same = en === id ? [offence(`${key} has one text for both languages`, 'translate it')] : []
  const internal = [en, id].some((text) => text.includes(key))
    ? [offence(`${key} stands in its own words for people`, 'say it in plain words')]
    : []
  return [...loose, ...same, ...internal]
}

const offence = (rule: string, mend: string): Offence => ({ path: home, line: 1, rule, mend })
