import { z } from 'zod'
import { mailedChanges } from '../../platform/access/mailed-changes.ts'
import { signedIn } from '../../platform/access/signed-in.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { success } from '../../platform/http/envelope.ts'
import { DeleteSavedAddress, deleteSavedAddress } from './delete-saved-address.ts'
import { listSavedAddresses, SavedAddress } from './list-saved-addresses.ts'
import { SaveAddress, saveAddress } from './save-address.ts'

const { get, post, remove } = endpointsOf('Deposits and withdrawals')
const path = '/api/user/addresses'

/** The address book, which is additional to the specification. */
export const savedAddressEndpoints = [
  get(path, {
    summary: "The caller's address book: coin addresses to withdraw to",
    access: signedIn,
    run: listSavedAddresses,
    reply: success('api.saved_addresses_retrieved', z.array(SavedAddress)),
  }),
  post(path, {
    summary: 'Keep a coin address, or rename it',
    access: signedIn,
    body: SaveAddress,
    throttle: [mailedChanges],
    run: saveAddress,
    reply: success('api.address_saved'),
    refusals: [
      'api.withdrawal_address_invalid',
      'api.withdrawal_to_own_address',
      'api.withdrawal_tag_invalid',
      'api.saved_address_limit',
    ],
  }),
  remove(`${path}/{id}`, {
    summary: 'Delete a kept coin address',
    access: signedIn,
    params: DeleteSavedAddress,
    throttle: [mailedChanges],
    run: deleteSavedAddress,
    reply: success('api.saved_address_deleted'),
    refusals: ['api.saved_address_not_found'],
  }),
]
