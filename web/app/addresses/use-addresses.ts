import { useRead } from '../data.ts'

/** The user's address book. */
export const useAddresses = () =>
  useRead(['accounts', 'addresses'], (tukar) => tukar.get('/api/user/addresses'))

/** On these networks owners share an address, and a tag distinguishes them. */
const taggedNetworks: readonly string[] = ['XRP']

export const isTagged = (network: string): boolean => taggedNetworks.includes(network)
