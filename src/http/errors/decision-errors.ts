import type { ErrorTexts } from './error-text.ts'

/** What operators are told when they decide about money. */
export const decisionErrors = {
  'api.already_decided': {
    cause: 'It was decided before, perhaps by somebody else just now.',
    action: 'Read it again; it says what was decided and by whom.',
    en: 'This has been decided already.',
    id: 'Hal ini sudah diputuskan.',
  },
  'api.second_operator_needed': {
    cause: 'The operator has said so already, and it takes another one who says the same.',
    action: 'Ask another operator who decides about money.',
    en: 'You have said so already. Another operator has to confirm it.',
    id: 'Anda sudah menyatakannya. Operator lain harus mengonfirmasi.',
  },
  'api.operator_own_money': {
    cause: 'The account has the address of the operator who wants to decide.',
    action: 'Ask another operator.',
    en: 'You cannot decide about your own money.',
    id: 'Anda tidak dapat memutuskan uang Anda sendiri.',
  },
  'api.suspense_not_found': {
    cause: 'No item in suspense has this number.',
    action: 'Read the list of suspense again.',
    en: 'This item does not exist.',
    id: 'Item ini tidak ada.',
  },
  'api.suspense_not_ours': {
    cause: 'The item is of an asset that is none of ours, so no balance can hold it.',
    action: 'Have it given back where it is held, then note it as returned.',
    en: 'This asset cannot be credited to anybody here.',
    id: 'Aset ini tidak dapat dikreditkan kepada siapa pun di sini.',
  },
  'api.supply_cap_reached': {
    cause: 'The credit would take what all users are owed of the asset above its supply cap.',
    action: 'Find out why so much of it is here; raise the cap only for a reason.',
    en: 'This credit would exceed the most that may be owed of this asset.',
    id: 'Kredit ini akan melebihi batas kewajiban untuk aset ini.',
  },
} as const satisfies ErrorTexts
