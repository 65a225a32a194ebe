import * as z from 'zod/mini'
import * as platform from '@host/platform-api/changesets'
import { schemasWith } from '@host/platform-api/schemas-with'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'

const withSchemas = schemasWith(z.toJSONSchema)

/** States of a changeset. */
export const changesetStates = [
  'planned',
  'approved',
  'applying',
  'interrupted',
  'applied',
  'reverted',
  'left',
  'dismissed',
  'expired',
] as const

const State = z.enum(changesetStates)
const Role = z.enum(['owner', 'admin', 'member'])
const Time = z.nullable(z.string())
const Person = z.object({
  id: z.string(),
  name: z.nullable(z.string()).check(z.describe('Null for a user who is no longer a member.')),
})

const Summary = z.object({
  id: z.string(),
  title: z.string(),
  state: State,
  plugin: z.string().check(z.describe('The plugin that planned it.')),
  plannedBy: z.nullable(Person).check(z.describe('Null for the plugin itself.')),
  createdAt: z.string(),
  expiresAt: z.string(),
  finishedAt: Time,
  reverts: z.nullable(z.string()).check(z.describe('The changeset that it reverts.')),
  isDrift: z.boolean().check(z.describe('Whether it records values that changed outside.')),
  error: z.nullable(z.string()).check(z.describe('Error code that stopped it.')),
  count: z.number().check(z.describe('How many values change.')),
})

const Part = z.object({
  plugin: z.string(),
  pluginTitle: z.string(),
  kind: z.string(),
  target: z.string(),
  title: z.string(),
  count: z.number(),
})

const Warning = z.object({
  plugin: z.string(),
  code: z.string(),
  text: z.string().check(z.describe('The warning in the language of the caller.')),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  keys: z.optional(z.array(z.string())),
  confirm: z.optional(z.string()).check(z.describe('Text to type before the plan can be approved.')),
})

const Dependent = z.object({
  plugin: z.string(),
  code: z.string(),
  text: z.string().check(z.describe('What depends on the values, in the language of the caller.')),
  count: z.number(),
  examples: z.array(z.string()),
  path: z.optional(z.string()),
  effect: z.enum(['stops', 'changes']),
})

const Changeset = z.object({
  id: z.string(),
  title: z.string(),
  note: z.nullable(z.string()),
  state: State,
  hash: z.string().check(z.describe('SHA-256 of the plan, required to approve it.')),
  role: Role.check(z.describe('Lowest role that may approve, apply and revert it.')),
  plugin: z.string().check(z.describe('The plugin that planned it.')),
  pluginTitle: z.string(),
  plannedBy: z.nullable(Person).check(z.describe('Null for the plugin itself.')),
  approvedBy: z.nullable(Person),
  createdAt: z.string(),
  expiresAt: z.string(),
  finishedAt: Time,
  verifiedAt: Time,
  reverts: z.nullable(z.string()),
  isDrift: z.boolean(),
  error: z.nullable(z.string()).check(z.describe('Error code that stopped it.')),
  errorText: z.nullable(z.string()).check(z.describe('Its reason in the language of the caller.')),
  parts: z.array(Part),
  warnings: z.array(Warning),
  dependents: z.array(Dependent).check(z.describe('What depends on the changed values.')),
})

const Step = z.object({
  part: z.number().check(z.describe('Index of the part.')),
  key: z.string(),
  before: z.unknown().check(z.describe('Null where there is no value.')),
  after: z.unknown().check(z.describe('Null where the value is deleted.')),
  state: z.enum(['waiting', 'writing', 'applied', 'differs']),
})

const Name = z.string().check(z.minLength(1), z.maxLength(64))
const Approval = z.strictObject({
  hash: z
    .string()
    .check(z.minLength(1), z.maxLength(64), z.describe('The `hash` of the plan that the caller has seen.')),
  confirmations: z
    .optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(100)))
    .check(z.describe('The typed texts of all warnings with `confirm`.')),
})

export type ChangesetSummary = z.infer<typeof Summary>
export type ChangesetDetails = z.infer<typeof Changeset>
export type ChangesetStep = z.infer<typeof Step>
export type ChangesetPerson = z.infer<typeof Person>

export const listChangesets = defineEndpoint({
  pattern: 'GET /api/changesets',
  input: listInput({
    search: true,
    sort: ['createdAt'],
    filters: {
      state: z.enum(changesetStates).check(z.describe('The state of the changesets.')),
      plugin: Name.check(z.describe('The plugin of a changed target, such as `domains`.')),
      kind: Name.check(z.describe('The kind of a changed target, such as `records`.')),
    },
  }),
  output: pageOf(Summary),
  summary: 'List changesets, the newest first',
  description:
    'The search finds words of titles. The filters `plugin` and `kind` find changesets with a part of that kind.',
  mcp: {
    name: 'list',
    description:
      'Lists planned and past changes of the workspace, such as changes of DNS records. Read one to see its warnings and its steps.',
  },
})

export const readChangeset = withSchemas(platform.readChangeset, {
  input: nothing,
  output: Changeset,
})

export const listSteps = withSchemas(platform.listSteps, {
  input: listInput(),
  output: pageOf(Step),
})

export const approveChangeset = defineEndpoint({
  pattern: 'POST /api/changesets/{id}/approve',
  input: Approval,
  output: Changeset,
  support: false,
  audit: 'changeset.approved',
  errors: ['forbidden', 'conflict', 'stale_plan'],
  summary: 'Approve a plan',
})

export const applyChangeset = withSchemas(platform.applyChangeset, {
  input: Approval,
  output: Changeset,
})

export const finishChangeset = withSchemas(platform.finishChangeset, {
  input: nothing,
  output: Changeset,
})

export const revertChangeset = withSchemas(platform.revertChangeset, {
  input: z.strictObject({
    title: z
      .string()
      .check(z.trim(), z.minLength(1), z.maxLength(200), z.refine(isDisplayName, displayNameComplaint.en)),
    note: z.optional(z.string().check(z.maxLength(2_000))),
  }),
  output: Changeset,
})

export const leaveChangeset = withSchemas(platform.leaveChangeset, {
  input: nothing,
  output: Changeset,
})

export const dismissChangeset = withSchemas(platform.dismissChangeset, {
  input: nothing,
  output: Changeset,
})
