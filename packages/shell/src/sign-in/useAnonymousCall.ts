import { useCallback } from 'react'
import { ClientError, useClient, type CallArguments, type Endpoint, type EndpointOutput } from '@host/plugin-sdk'
import { useSessionActions } from '@host/plugin-sdk/shell'

/** Calls an endpoint from a page that does not ask who is signed in. @throws {ClientError} */
export type AnonymousCall = <E extends Endpoint>(endpoint: E, ...input: CallArguments<E>) => Promise<EndpointOutput<E>>

/**
 * Calls of the pages before sign-in. A user who is signed in nevertheless, perhaps in another tab, must send the token
 * of that session; so it is fetched when the server requires it, and the call is repeated.
 */
export function useAnonymousCall(): AnonymousCall {
  const client = useClient()
  const { resume } = useSessionActions()
  return useCallback(
    async (endpoint, ...input) => {
      try {
        return await client.call(endpoint, ...input)
      } catch (error) {
        if (!(error instanceof ClientError) || error.code !== 'csrf_token') throw error
        await resume()
        return await client.call(endpoint, ...input)
      }
    },
    [client, resume],
  )
}
