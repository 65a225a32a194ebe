/**
 * The addresses that no request of a plugin reaches unless the operator allows them, as data.
 *
 * Sources, in their editions of 2024-10-22: the IANA IPv4 Special-Purpose Address Registry
 * (https://www.iana.org/assignments/iana-ipv4-special-registry) and the IANA IPv6 Special-Purpose Address Registry
 * (https://www.iana.org/assignments/iana-ipv6-special-registry). Every row is here, including those that the registries
 * call globally reachable: no tenant's server has such an address. Multicast comes from the address space registries
 * (ipv4-address-space, ipv6-address-space). IPv6 is the other way round: only 2000::/3, the assigned space, is
 * reachable at all, and reserved ranges inside it are refused again.
 */

/** A range, with its name in the registry. */
export type AddressRange = readonly [range: string, name: string]

/** All of the IPv4 registry, and multicast. */
export const refusedIPv4: readonly AddressRange[] = [
  ['0.0.0.0/8', 'This network'],
  ['10.0.0.0/8', 'Private-Use'],
  ['100.64.0.0/10', 'Shared Address Space'],
  ['127.0.0.0/8', 'Loopback'],
  ['169.254.0.0/16', 'Link Local'],
  ['172.16.0.0/12', 'Private-Use'],
  ['192.0.0.0/24', 'IETF Protocol Assignments'],
  ['192.0.2.0/24', 'Documentation (TEST-NET-1)'],
  ['192.31.196.0/24', 'AS112-v4'],
  ['192.52.193.0/24', 'AMT'],
  ['192.88.99.0/24', 'Deprecated (6to4 Relay Anycast)'],
  ['192.168.0.0/16', 'Private-Use'],
  ['192.175.48.0/24', 'Direct Delegation AS112 Service'],
  ['198.18.0.0/15', 'Benchmarking'],
  ['198.51.100.0/24', 'Documentation (TEST-NET-2)'],
  ['203.0.113.0/24', 'Documentation (TEST-NET-3)'],
  ['224.0.0.0/4', 'Multicast'],
  ['240.0.0.0/4', 'Reserved'],
  ['255.255.255.255/32', 'Limited Broadcast'],
]

/**
 * All IPv6 outside of 2000::/3, from first to last address. Not as subnets: one that holds `::ffff:0:0/96`, such as
 * `::/3`, matches every IPv4 address that a `BlockList` is asked about.
 */
export const outsideGlobalIPv6: readonly (readonly [first: string, last: string])[] = [
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
]

/** The rows of the IPv6 registry inside 2000::/3. */
export const refusedIPv6: readonly AddressRange[] = [
  ['2001::/23', 'IETF Protocol Assignments, with Teredo and ORCHID'],
  ['2001:db8::/32', 'Documentation'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'Direct Delegation AS112 Service'],
  ['3fff::/20', 'Documentation'],
]

/**
 * Addresses where clouds hand out credentials to any client. They are refused in whatever range they lie (some are
 * public), and a range that the operator allows never includes one implicitly.
 */
export const metadataAddresses: readonly string[] = [
  '169.254.169.254', // most clouds
  '169.254.169.253', // Amazon: name server
  '169.254.170.2', // Amazon: tasks
  '169.254.170.23', // Amazon: pods
  '169.254.0.23', // Tencent
  '169.254.42.42', // Scaleway
  '100.100.100.200', // Alibaba
  '168.63.129.16', // Azure: agent, in public space
  '192.0.0.192', // Oracle
  'fd00:ec2::254', // Amazon
  'fd00:ec2::253', // Amazon: name server
  'fd00:ec2::23', // Amazon: pods
  'fd20:ce::254', // Google
  'fd00:42::42', // Scaleway
  'fe80::a9fe:a9fe', // OpenStack
]

/**
 * Names outside of the public DNS (IANA Special-Use Domain Names registry, and `internal` of ICANN's resolution
 * 2024.07.29.06): whatever it answers, only an address that the operator allowed counts.
 */
export const specialNames: readonly string[] = [
  'alt',
  'home.arpa',
  'internal',
  'invalid',
  'local',
  'localhost',
  'onion',
]
