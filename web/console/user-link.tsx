import { Link } from 'wouter'
import { userPath } from './paths.ts'

type UserLinkProps = Readonly<{
  user: number
  /** The name on the identity card, if there is one that the operator may read. */
  name: string | null
  /** What else names the user: the mail address, or the id. */
  known: string | number | null
}>

/** A user in a list: the name, and the mail address below it. */
export const UserLink = ({ user, name, known }: UserLinkProps) => (
  <Link className="breakable" href={userPath(user)}>
    {name !== null && (
      <>
        {name}
        <br />
      </>
    )}
    {known ?? user}
  </Link>
)
