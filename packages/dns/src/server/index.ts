/** An authoritative DNS server: zones in memory, answers without sockets, and the sockets. */
export type {
  GrantedUpdate,
  RequestResult,
  RequestRules,
  RequestSource,
  ZoneClient,
} from '../answer/request-handler.ts'
export { RequestHandler } from '../answer/request-handler.ts'
export type { Transport } from '../answer/responder.ts'
export { Responder } from '../answer/responder.ts'
export type { RequestSignature } from '../answer/signed-request.ts'
export type { RateLimiterOptions } from '../answer/response-rate-limiter.ts'
export { checkPrerequisites } from '../update/check-prerequisites.ts'
export type { UpdateRequest } from '../update/read-update.ts'
export type { UpdateGrant } from '../update/update-grants.ts'
export { aliasEntry } from '../zone/alias-entry.ts'
export type { AliasAddresses } from '../zone/alias-entry.ts'
export { buildServedZone, buildServedZoneInSteps, mostZoneRecords } from '../zone/build-served-zone.ts'
export type { ServedZone } from '../zone/served-zone.ts'
export { ServedZones } from '../zone/served-zones.ts'
export { DnsServer } from './dns-server.ts'
export type { DnsServerOptions } from './dns-server.ts'
export type { ListenAddress } from './listen-error.ts'
