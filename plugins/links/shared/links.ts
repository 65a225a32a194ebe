import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { TagNames } from './labels.ts'
import { linkLimits } from './limits.ts'
import { slugComplaint } from './slugs.ts'
import { target } from './targets.ts'

/** Status codes of a redirect. */
export const redirectCodes = [301, 302, 307, 308] as const

/** What happens to the query of a request. */
export const queryModes = ['ignore', 'pass', 'override'] as const

/** In the order in which a list shows them. */
export const linkStates = ['active', 'scheduled', 'expired', 'full', 'disabled', 'quarantined'] as const

/** How much of the address of the previous page a target learns, as the header `Referrer-Policy`. */
export const referrerPolicies = [
  'strict-origin-when-cross-origin',
  'no-referrer',
  'no-referrer-when-downgrade',
  'origin',
  'origin-when-cross-origin',
  'same-origin',
  'strict-origin',
  'unsafe-url',
] as const

/** Why a link was quarantined. */
export const quarantineReasons = ['phishing', 'malware', 'spam', 'legal', 'denied', 'other'] as const

export type RedirectCode = (typeof redirectCodes)[number]
export type QueryMode = (typeof queryModes)[number]
export type LinkState = (typeof linkStates)[number]
export type ReferrerPolicy = (typeof referrerPolicies)[number]
export type QuarantineReason = (typeof quarantineReasons)[number]

const Quarantine = z.object({
  reason: z.enum(quarantineReasons),
  note: z.string().check(z.describe('Why, in the words of the operator; may be empty.')),
  at: z.string(),
  reviewAskedAt: z.nullable(z.string()).check(z.describe('When an admin asked for a review; null before.')),
})

const Picture = z.object({
  path: z.string().check(z.describe('For members of the workspace; another one for another picture.')),
  width: z.int(),
  height: z.int(),
})

const fields = {
  id: z.string(),
  shortUrl: z.string(),
  host: z.string().check(z.describe('The host, in Unicode.')),
  slug: z.string(),
  url: z.string().check(z.describe('Where the link leads, byte for byte as it was given.')),
  title: z.string(),
  note: z.string(),
  redirect: z.literal(redirectCodes),
  query: z.enum(queryModes),
  isEnabled: z.boolean(),
  state: z.enum(linkStates),
  startsAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  expiredUrl: z
    .nullable(z.string())
    .check(z.describe('Where an expired or used-up link leads; null for a page that says so.')),
  clickLimit: z.nullable(z.int()).check(z.describe('How many visits it serves; null for any number.')),
  clicksUsed: z.int().check(z.describe('Visits that were served while it had a limit.')),
  hasPassword: z.boolean().check(z.describe('Whether each visit is asked for a password.')),
  referrerPolicy: z.enum(referrerPolicies),
  previewTitle: z.string().check(z.describe('Shown by previews in messengers and social networks; empty for none.')),
  previewDescription: z.string().check(z.describe('Below the title; empty for none.')),
  previewPicture: z.nullable(Picture).check(z.describe('Beside both; null for none.')),
  quarantine: z
    .nullable(Quarantine)
    .check(
      z.describe('Set by the operator of the instance: a page with a warning is shown, and no visit is redirected.'),
    ),
  targetDeadSince: z
    .nullable(z.string())
    .check(
      z.describe('Since when its target does not answer, where the workspace has targets checked; null otherwise.'),
    ),
  printedAt: z
    .nullable(z.string())
    .check(z.describe('When its QR code was first downloaded; null before. Its address is never given again.')),
  tags: z.array(z.string()).check(z.describe('Names of its tags.')),
  folderId: z.nullable(z.string()),
  externalId: z.nullable(z.string()),
  isArchived: z.boolean().check(z.describe('An archived link redirects and is hidden from the list.')),
  clicks: z.int().check(z.describe('Clicks of people so far, counted some seconds later.')),
  clicksBefore: z.int().check(z.describe('Clicks that another system counted before the link was imported.')),
  createdAt: z.string(),
  updatedAt: z.string(),
}

export const LinkOut = z.object(fields)

/** A short link. */
export type Link = z.infer<typeof LinkOut>

const moment = (text: string) => z.optional(z.nullable(z.iso.datetime().check(z.maxLength(40)))).check(z.describe(text))

const Password = z.string().check(z.minLength(1), z.maxLength(linkLimits.password)).register(z.globalRegistry, {
  description: 'Asked on each visit; null removes it. Answers never have it.',
  writeOnly: true,
})

/** A text on one line, which may be empty. */
const previewText = (longest: number, text: string) =>
  z.optional(
    z.string().check(
      z.overwrite((given) => given.replaceAll(/\s+/g, ' ').trim()),
      z.maxLength(longest),
      z.refine((given) => given === '' || isDisplayName(given), displayNameComplaint.en),
      z.describe(text),
    ),
  )

const settings = {
  title: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(linkLimits.title),
      z.refine((title) => title === '' || isDisplayName(title), displayNameComplaint.en),
      z.describe('For people, and for previews of a link with a limit of visits.'),
    ),
  ),
  note: z.optional(z.string().check(z.maxLength(linkLimits.note), z.describe('For the members of the workspace.'))),
  redirect: z.optional(z.literal(redirectCodes)).check(z.describe('The status code; 302 when left out.')),
  query: z
    .optional(z.enum(queryModes))
    .check(
      z.describe(
        "What happens to the query of a request: `ignore` drops it, `pass` adds what the target doesn't state, `override` lets it replace what the target states.",
      ),
    ),
  isEnabled: z.optional(z.boolean()).check(z.describe('A disabled link leads nowhere.')),
  startsAt: moment('It leads nowhere before.'),
  expiresAt: moment('From then on it has expired.'),
  expiredUrl: z.optional(z.nullable(target('Where an expired or used-up link leads, with http or https.'))),
  clickLimit: z
    .optional(z.nullable(z.int().check(z.gte(1), z.lte(linkLimits.clicks))))
    .check(z.describe('How many visits it serves, exactly; previews, robots and prefetches use none up.')),
  tags: z.optional(TagNames.check(z.describe('Names of all its tags; new ones are created.'))),
  folderId: z
    .optional(z.nullable(z.string().check(z.maxLength(60))))
    .check(z.describe('One of `GET /api/x/links/folders`; null for none.')),
  isArchived: z.optional(z.boolean()).check(z.describe('An archived link redirects and is hidden from the list.')),
  password: z.optional(z.nullable(Password)),
  referrerPolicy: z
    .optional(z.enum(referrerPolicies))
    .check(z.describe('The header `Referrer-Policy` of the redirect; that of browsers when left out.')),
  previewTitle: previewText(
    linkLimits.previewTitle,
    'Shown by previews in messengers and social networks instead of what the target states.',
  ),
  previewDescription: previewText(linkLimits.previewDescription, 'Shown by previews below the title.'),
}

const ExternalId = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(linkLimits.externalId),
    z.describe('The ID of the link in a system of yours, unique in the workspace.'),
  )

const Slug = z.string().check(
  z.trim(),
  z.maxLength(linkLimits.slug),
  z.refine((text) => text === '' || slugComplaint(text) === undefined, {
    error: ({ input }) => slugComplaint(String(input)),
  }),
  z.describe('The path of the address; a random one when left out or empty.'),
)

const example: Link = {
  id: 'link_01h455vb4pex5vsknk084sn02q',
  shortUrl: 'https://go.example.com/autumn',
  host: 'go.example.com',
  slug: 'autumn',
  url: 'https://www.example.com/campaigns/autumn?ref=print',
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
  previewTitle: '',
  previewDescription: '',
  previewPicture: null,
  quarantine: null,
  targetDeadSince: null,
  printedAt: null,
  tags: ['Autumn'],
  folderId: null,
  externalId: null,
  isArchived: false,
  clicks: 0,
  clicksBefore: 0,
  createdAt: '2026-01-31T08:15:00.000Z',
  updatedAt: '2026-01-31T08:15:00.000Z',
}

const linkList = listInput({
  sort: ['createdAt', 'slug', 'title'],
  filters: {
    host: z.string().check(z.maxLength(1_024), z.describe('Links of this host only.')),
    isEnabled: z.boolean().check(z.describe('Enabled links, or disabled ones.')),
    tag: z.string().check(z.maxLength(linkLimits.labelName), z.describe('Links with the tag of this name.')),
    folderId: z.string().check(z.maxLength(60), z.describe('Links in this folder.')),
    externalId: z.string().check(z.maxLength(linkLimits.externalId), z.describe('The link with this external ID.')),
    isArchived: z.boolean().check(z.describe('Archived links, or the others, which are listed when left out.')),
  },
  search: true,
})

export const listLinks = defineEndpoint({
  pattern: 'GET /api/x/links/links',
  input: linkList,
  output: pageOf(LinkOut),
  summary: 'List the short links of this workspace',
  mcp: { name: 'list', description: 'Lists the short links of this workspace, the newest first.' },
  examples: [{ input: {}, output: { items: [example], nextCursor: null } }],
})

export const exportLinks = defineEndpoint({
  pattern: 'GET /api/x/links/links/export',
  input: linkList,
  output: nothing,
  answers: { 200: { description: 'The links as a file.', content: { type: 'text/csv' } } },
  audit: 'link.exported',
  summary: 'Export the short links that the list finds',
  errors: ['too_many_requests', 'overloaded'],
})

const newLink = {
  url: target('Where the link leads, with http or https.'),
  slug: z.optional(Slug),
  host: z
    .optional(z.string().check(z.maxLength(1_024)))
    .check(z.describe('One of `GET /api/x/links/hosts`; the first of them when left out.')),
  ...settings,
}

export const NewLink = z.strictObject({ ...newLink, externalId: z.optional(ExternalId) })

export const createLink = defineEndpoint({
  pattern: 'POST /api/x/links/links',
  input: NewLink,
  output: LinkOut,
  status: 201,
  audit: 'link.created',
  summary: 'Create a short link',
  errors: ['conflict', 'not_found', 'quota_exceeded', 'tier_required'],
  mcp: { name: 'create', description: 'Creates a short link. The answer has its address, `shortUrl`.' },
  examples: [{ input: { url: example.url, slug: 'autumn' }, output: example }],
})

export const putLink = defineEndpoint({
  pattern: 'PUT /api/x/links/by-external-id/{externalId}',
  input: z.strictObject(newLink),
  output: LinkOut,
  audit: 'link.put',
  summary: 'Create a short link with an external ID, or change the one that has it',
  description: 'Fields that are left out stay as they are. A link keeps its host.',
  errors: ['conflict', 'quota_exceeded', 'tier_required'],
  mcp: {
    name: 'put',
    description: 'Creates a short link with an external ID, or changes the one that has it.',
    approval: true,
  },
  examples: [{ input: { url: example.url, slug: 'autumn' }, output: { ...example, externalId: 'campaign-17' } }],
})

export const readLink = defineEndpoint({
  pattern: 'GET /api/x/links/links/{id}',
  input: nothing,
  output: LinkOut,
  summary: 'Read a short link',
  mcp: { name: 'read', description: 'Reads one short link.' },
})

export const changeLink = defineEndpoint({
  pattern: 'PATCH /api/x/links/links/{id}',
  input: z.strictObject({
    url: z.optional(target('Where the link leads, with http or https.')),
    slug: z.optional(Slug),
    ...settings,
    externalId: z.optional(z.nullable(ExternalId)),
  }),
  output: LinkOut,
  audit: 'link.updated',
  summary: 'Change a short link; fields that are left out stay as they are',
  errors: ['conflict', 'quota_exceeded'],
  mcp: {
    name: 'change',
    description: 'Changes a short link; fields that are left out stay as they are.',
    // It can lead everyone who has the address elsewhere.
    approval: true,
  },
})

export const deleteLink = defineEndpoint({
  pattern: 'DELETE /api/x/links/links/{id}',
  input: nothing,
  output: nothing,
  audit: 'link.deleted',
  summary: 'Delete a short link; its address leads nowhere from then on',
})

export const markPrinted = defineEndpoint({
  pattern: 'POST /api/x/links/links/{id}/printed',
  input: nothing,
  output: LinkOut,
  audit: 'link.printed',
  summary: 'Mark a short link whose QR code was downloaded',
  errors: ['conflict', 'quota_exceeded'],
  description: 'Its address is kept from then on: a deleted link never gives it to another one.',
})
