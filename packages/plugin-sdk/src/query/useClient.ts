import { createContext, useContext } from 'react'
import type { Client } from '@host/client'

export const ClientContext = createContext<Client | undefined>(undefined)

/**
 * Typed calls outside queries and mutations, such as a download.
 * @throws Error outside a `HostProvider`
 * @example const client = useClient(); const file = await client.call(exportNotes, { format: 'csv' })
 * @since 1.0.0
 */
export function useClient(): Client {
  const client = useContext(ClientContext)
  if (client === undefined) throw new Error('Calls are made outside a host: wrap it in HostProvider.')
  return client
}
