import { readMe } from '@host/platform-api/session'
import { useClient, useNavigate, useSearch } from '@host/plugin-sdk'
import { safeReturnPath, useSessionActions } from '@host/plugin-sdk/shell'

/** Goes in after a sign-in, to the page that was asked for. @throws {ClientError} when the server does not say who it is */
export function useEnter(): () => Promise<void> {
  const client = useClient()
  const { adopt } = useSessionActions()
  const navigate = useNavigate()
  const [search] = useSearch()
  return async () => {
    adopt(await client.call(readMe))
    navigate(`~${safeReturnPath(search.get('return'), '/admin')}`, { replace: true })
  }
}
