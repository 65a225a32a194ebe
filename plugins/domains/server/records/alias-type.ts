/**
 * ALIAS: a record set of the zone itself that is answered with the addresses of another name. No record of DNS is of this
 * type, so it is found in the capabilities of the providers that have it, and nowhere on the wire.
 */

/** The name of the type. */
export const aliasType = 'ALIAS'

/** The type whose data an ALIAS record has, for the codec. */
export function dataTypeOf(type: string): string {
  return type === aliasType ? 'CNAME' : type
}
