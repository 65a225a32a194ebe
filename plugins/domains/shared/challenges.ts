import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { Planned, planErrors } from './plans.ts'

export const planChallenge = defineEndpoint({
  pattern: 'POST /api/domains/{id}/plan',
  input: nothing,
  output: Planned,
  audit: 'dns_zone.change_planned',
  summary: 'Plan the TXT record of a domain in the zone that holds it',
  errors: [...planErrors, 'quota_exceeded'],
  mcp: {
    name: 'plan_challenge',
    description: 'Plans the TXT record that verifies a domain, in the DNS zone of this workspace that holds its name.',
  },
})
