/** A screen is loaded when it is shown; the page has one style, which is there from the start. */
import './account/account.module.css'
import './api-keys/api-keys.module.css'
import './identity/identity.module.css'
import './lock/lock.module.css'
import './messages/messages.module.css'
import './trade/trade.module.css'
import './wallet/wallet.module.css'
import './withdraw/withdraw.module.css'
