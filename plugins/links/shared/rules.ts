import * as z from 'zod/mini'
import { defineEndpoint } from '@host/plugin/zod'
import { deviceClasses } from './clicks.ts'
import { linkLimits } from './limits.ts'

/** What a condition can be about, beside `query`, `network`, `time`, `returning`, `clicks` and `share`. */
export const listSubjects = [
  'country',
  'region',
  'city',
  'device',
  'system',
  'browser',
  'language',
  'referrer',
] as const

export type ListSubject = (typeof listSubjects)[number]

const Text = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const Texts = z.array(Text).check(z.minLength(1), z.maxLength(50))
const Clock = z.string().check(z.maxLength(5), z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/))

const ListCondition = z.strictObject({
  on: z
    .enum(listSubjects)
    .check(
      z.describe(
        `Compared without case: a country is a code such as DE, regions and cities have English names, a device one of ${deviceClasses.join(', ')}, a language a code such as de, a referrer a host name with all below it.`,
      ),
    ),
  values: Texts,
  isNot: z.optional(z.boolean()).check(z.describe('Holds for all other values.')),
})

const Condition = z.discriminatedUnion('on', [
  ListCondition,
  z.strictObject({
    on: z.literal('query'),
    name: Text.check(z.describe('A parameter of the visit.')),
    values: z.array(Text).check(z.maxLength(50), z.describe('Any value when empty.')),
  }),
  z.strictObject({
    on: z.literal('network'),
    values: Texts.check(z.describe('Addresses or networks, such as 192.0.2.0/24 or 2001:db8::/32.')),
  }),
  z.strictObject({
    on: z.literal('time'),
    from: Clock,
    to: Clock.check(z.describe('Excluded. Before `from`, it is on the next day; equal, it is the whole day.')),
    days: z
      .array(z.int().check(z.gte(1), z.lte(7)))
      .check(z.maxLength(7), z.describe('1 for Monday to 7 for Sunday; every day when empty.')),
    timeZone: z.string().check(z.maxLength(60)),
  }),
  z.strictObject({
    on: z.literal('returning'),
    isNot: z.optional(z.boolean()).check(z.describe('Holds for visitors who come for the first time.')),
  }),
  z.strictObject({
    on: z.literal('clicks'),
    from: z
      .int()
      .check(
        z.gte(0),
        z.lte(linkLimits.clicks),
        z.describe('Clicks of people so far, counted some seconds later: the link has at least as many.'),
      ),
    to: z.optional(z.int().check(z.gte(1), z.lte(linkLimits.clicks), z.describe('It has fewer.'))),
  }),
  z.strictObject({
    on: z.literal('share'),
    percent: z
      .int()
      .check(z.gte(1), z.lte(99), z.describe('Of the visitors who come to this rule; each always gets the same.')),
  }),
])

/** A condition of a rule. */
export type RuleCondition = z.infer<typeof Condition>

export const Rule = z.strictObject({
  url: z
    .string()
    .check(z.minLength(1), z.maxLength(linkLimits.url), z.describe('Where visits lead for which all conditions hold.')),
  conditions: z.array(Condition).check(z.minLength(1), z.maxLength(10)),
})

/** Leads some visits elsewhere. */
export type LinkRule = z.infer<typeof Rule>

export const Rules = z.array(Rule).check(z.maxLength(linkLimits.rules))

const RulesOut = z.object({ rules: Rules })

const example: LinkRule = {
  url: 'https://apps.example.com/',
  conditions: [{ on: 'device', values: ['phone'] }],
}

export const readRules = defineEndpoint({
  pattern: 'GET /api/x/links/links/{id}/rules',
  input: z.strictObject({}),
  output: RulesOut,
  summary: 'Read the rules of a short link',
  mcp: { name: 'rules', description: 'Reads the rules that lead some visits of a short link elsewhere.' },
})

export const changeRules = defineEndpoint({
  pattern: 'PUT /api/x/links/links/{id}/rules',
  input: RulesOut,
  output: RulesOut,
  audit: 'link.rules_changed',
  errors: ['quota_exceeded'],
  summary: 'Replace the rules of a short link',
  description:
    'The first rule whose conditions all hold decides. Without one, the visit leads to the target of the link.',
  mcp: {
    name: 'change_rules',
    // They can lead everyone who has the address elsewhere.
    approval: true,
    description:
      'Replaces the rules that lead some visits of a short link elsewhere, by country, device, language, time and more.',
  },
  examples: [{ input: { rules: [example] }, output: { rules: [example] } }],
})

const header = (text: string) => z.optional(z.string().check(z.maxLength(512), z.describe(text)))

export const explainVisit = defineEndpoint({
  pattern: 'POST /api/x/links/links/{id}/explain',
  input: z.strictObject({
    rules: z.optional(Rules).check(z.describe('Rules to try; those of the link when left out.')),
    country: z.optional(z.string().check(z.maxLength(2), z.describe('The code of a country, such as JP.'))),
    region: header('The English name of a region.'),
    city: header('The English name of a city.'),
    isReturning: z.optional(z.boolean()).check(z.describe('Whether the visitor came before on the same day.')),
    clicks: z.optional(z.int().check(z.gte(0))).check(z.describe('Clicks so far.')),
    userAgent: header('The header `User-Agent`.'),
    language: header('The header `Accept-Language`.'),
    referrer: header('The header `Referer`.'),
    query: header('The query of the visit, such as `a=1&b=2`.'),
    address: z.optional(z.string().check(z.maxLength(60), z.describe('The address of the visitor.'))),
    at: z
      .optional(z.iso.datetime().check(z.maxLength(40)))
      .check(z.describe('The moment of the visit; now when left out.')),
  }),
  output: z.object({
    url: z.string(),
    rule: z.nullable(z.int()).check(z.describe('The place of the rule that decides, from 0; null for none.')),
    rules: z
      .array(z.object({ failed: z.nullable(z.int()) }))
      .check(z.describe('Of each rule the first condition that does not hold, from 0; null where all do.')),
  }),
  audit: false,
  changes: false,
  readsOnly: true,
  summary: 'Explain where an invented visit leads',
  mcp: {
    name: 'explain',
    description: 'Explains where a short link would lead a visit, such as a phone in Japan at nine, and why.',
  },
})
