import * as z from 'zod/mini'
import { defineEvent } from '@host/plugin/zod'
import { quarantineReasons } from '../shared.ts'

const link = {
  linkId: z.string(),
  host: z.string().check(z.describe('The host as DNS has it, with A-labels.')),
  slug: z.string(),
  url: z.string().check(z.describe('Where the link leads.')),
}
const example = {
  linkId: 'link_01h455vb4pex5vsknk084sn02q',
  host: 'go.example.com',
  slug: 'autumn',
  url: 'https://www.example.com/campaigns/autumn',
}

export const linkCreated = defineEvent({
  name: 'link.created',
  description: 'A short link was created',
  data: z.object(link),
  example,
})

export const linkUpdated = defineEvent({
  name: 'link.updated',
  description: 'A short link was changed',
  data: z.object(link),
  example,
})

export const linkDeleted = defineEvent({
  name: 'link.deleted',
  description: 'A short link was deleted',
  data: z.object(link),
  example,
})

export const linkQuarantined = defineEvent({
  name: 'link.quarantined',
  description: 'A short link was quarantined by the operator of the instance',
  data: z.object({ ...link, reason: z.enum(quarantineReasons) }),
  example: { ...example, reason: 'phishing' },
})

export const linkTargetDead = defineEvent({
  name: 'link.target_dead',
  description: 'The target of a short link did not answer in three checks in a row',
  data: z.object(link),
  example,
})

export const linkClicked = defineEvent({
  name: 'link.clicked',
  description: 'Short links were clicked; some seconds of clicks together',
  data: z.object({
    links: z.array(z.object({ linkId: z.string(), clicks: z.int().check(z.describe('Clicks of people.')) })),
  }),
  example: { links: [{ linkId: example.linkId, clicks: 3 }] },
})

export const events = [linkCreated, linkUpdated, linkDeleted, linkQuarantined, linkTargetDead, linkClicked] as const
