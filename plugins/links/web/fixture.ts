import type { Link, LinkHost } from '../shared.ts'

export const link: Link = {
  id: 'link_1',
  shortUrl: 'https://go.example.com/autumn',
  host: 'go.example.com',
  slug: 'autumn',
  url: 'https://www.example.com/campaigns/autumn',
  title: 'Autumn campaign',
  note: '',
  redirect: 302,
  query: 'ignore',
  isEnabled: true,
  state: 'active',
  startsAt: null,
  expiresAt: null,
  expiredUrl: null,
  clickLimit: null,
  clicksUsed: 0,
  hasPassword: false,
  referrerPolicy: 'strict-origin-when-cross-origin',
  quarantine: null,
  targetDeadSince: null,
  printedAt: null,
  tags: ['Autumn'],
  folderId: null,
  externalId: null,
  isArchived: false,
  clicks: 0,
  clicksBefore: 0,
  createdAt: new Date(Date.now() - 3_600_000).toISOString(),
  updatedAt: new Date(Date.now() - 3_600_000).toISOString(),
}
const shared: LinkHost = {
  id: null,
  host: 'go.example.com',
  asciiHost: 'go.example.com',
  isShared: true,
  isVerified: true,
  isCaseSensitive: false,
  notFoundTitle: '',
  notFoundText: '',
  notFoundUrl: null,
}
const own: LinkHost = {
  ...shared,
  id: 'linkhost_1',
  host: 's.example.org',
  asciiHost: 's.example.org',
  isShared: false,
  isVerified: false,
}
/** The shared host, and one of the workspace that is not verified. */
export const linkHosts: readonly LinkHost[] = [shared, own]
