import { serviceToken } from '../service.ts'

/** Addresses of clients, for a plugin whose purpose is the address, such as dynamic DNS. In-tree only. */
export interface ClientAddressesService {
  /**
   * The address of a request's client in its canonical form, behind the proxies that the operator trusts. It names a
   * person: store it only where its owner asked for that, and limit callers with `RateLimit.takeFrom`.
   * @param request the request of the scope
   * @returns undefined for a copy of a request, and for a client on a Unix socket
   */
  of(request: Request): string | undefined
}

/**
 * Addresses of clients.
 *
 * Audience: platform.
 */
export const ClientAddresses = serviceToken<ClientAddressesService>('core.client-addresses')
