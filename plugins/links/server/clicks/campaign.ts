/** The campaign of a click, as the address it led to names it. */

/** Empty texts where the address has no such parameter. */
export interface Campaign {
  readonly source: string
  readonly medium: string
  readonly campaign: string
}

const none: Campaign = Object.freeze({ source: '', medium: '', campaign: '' })

/** Longer values are cut. */
const longest = 128

export function mayHaveCampaign(location: string): boolean {
  return location.includes('utm_')
}

/** @param location as bytes of characters */
export function campaignOf(location: string): Campaign {
  if (!mayHaveCampaign(location)) return none
  const mark = location.indexOf('?')
  if (mark === -1) return none
  const query = new URLSearchParams(Buffer.from(location.slice(mark + 1).split('#', 1)[0] ?? '', 'latin1').toString())
  const value = (name: string) => tidy(query.get(`utm_${name}`) ?? '')
  return { source: value('source'), medium: value('medium'), campaign: value('campaign') }
}

/** A copy, which is well-formed: a part of a text keeps all of it in memory. */
function tidy(text: string): string {
  const copy = Buffer.from(text.slice(0, longest)).toString()
  return copy.replaceAll(/[\u0000-\u001f\u007f]/g, '')
}
