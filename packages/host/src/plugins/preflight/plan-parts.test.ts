import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RegisteredPlugin } from '../../declared/plugin-entry.ts'
import { planProblems } from './plan-parts.ts'

const title = { en: 'Notes', zh: '笔记' }
const plugin = (name: string, plan: object): RegisteredPlugin =>
  ({ name, plugin: { plan } }) as unknown as RegisteredPlugin
const used = async (): Promise<number> => 0

test('well-formed parts of plans have no problem', () => {
  const tiers = [{ name: 'reports', title }]
  const quotas = [{ name: 'notes', title, most: 100, used }]
  const meters = [{ name: 'calls', title, unit: 'count' }]
  assert.deepEqual(planProblems([plugin('notes', { tiers, quotas, meters }), plugin('other', {})]), [])
})

test('parts of plans that can not be sold are refused, each by name', () => {
  const problems = planProblems([
    plugin('notes', {
      tiers: [{ name: 'Reports', title }],
      quotas: [{ name: 'notes', title: { en: 'Notes', zh: ' ' }, most: 0, used }],
    }),
    plugin('other', { meters: [{ name: 'notes', title, unit: 'count' }] }),
  ])
  assert.deepEqual(problems, [
    'Plugin "notes" has the tier "Reports", whose name must be lowercase letters, digits, and hyphens.',
    'Plugin "notes" has no title in "zh" for the quota "notes"; add it.',
    'Plugin "notes" has the quota "notes", whose "most" must be a whole number from 1.',
    'Plugin "other" has the meter "notes", which Plugin "notes" has too; rename one.',
  ])
})
