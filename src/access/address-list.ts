import { BlockList, isIPv4 } from 'node:net'

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** Whether an address is one of these addresses or in one of these networks; none allow any. */
export function allowsAddress(allowed: readonly string[], address: string): boolean {
  if (allowed.length === 0) return true
  const list = new BlockList()
  for (const one of allowed) {
    const [network = '', bits] = one.split('/')
    if (bits === undefined) list.addAddress(network, familyOf(network))
    else list.addSubnet(network, Number(bits), familyOf(network))
  }
  return list.check(address, familyOf(address))
}
