import type { Edition } from '@host/cli'
import { plugin as account } from '@host/account/server'
import { plugin as apiReference } from '@host/api-reference/server'
import { plugin as apiTokens } from '@host/api-tokens/server'
import { plugin as audit } from '@host/audit/server'
import { plugin as backups } from '@host/backups/server'
import { plugin as changes } from '@host/changes/server'
import { plugin as domains } from '@host/domains/server'
import { plugin as features } from '@host/features/server'
import { plugin as geo } from '@host/geo/server'
import { plugin as help } from '@host/help/server'
import { plugin as instance } from '@host/instance/server'
import { plugin as jobs } from '@host/jobs/server'
import { plugin as links } from '@host/links/server'
import { plugin as mail } from '@host/mail/server'
import { plugin as mcp } from '@host/mcp/server'
import { plugin as navigation } from '@host/navigation/server'
import { plugin as notifications } from '@host/notifications/server'
import { plugin as overview } from '@host/overview/server'
import { plugin as plans } from '@host/plans/server'
import { plugin as products } from '@host/products/server'
import { plugin as settings } from '@host/settings/server'
import { plugin as smtp } from '@host/smtp/server'
import { plugin as sso } from '@host/sso/server'
import { plugin as views } from '@host/views/server'
import { plugin as webhooks } from '@host/webhooks/server'
import { plugin as workspaces } from '@host/workspaces/server'

/**
 * The in-tree plugins, in the order in which they are registered, with the nouns directly under `/api/` that each is
 * granted. Leave one out and the product has not that feature.
 */
export const inTree: Edition['inTree'] = [
  { plugin: account, granted: ['auth'] },
  { plugin: workspaces, granted: ['workspaces', 'members', 'invitations', 'support-access'] },
  { plugin: apiTokens, granted: ['tokens', 'instance/tokens'] },
  { plugin: plans, granted: ['instance/plans'] },
  { plugin: domains, granted: ['domains', 'instance/domains'] },
  { plugin: links, granted: ['instance/links'] },
  { plugin: mail, granted: ['emails'] },
  { plugin: products, granted: ['products'] },
  { plugin: webhooks, granted: ['webhooks'] },
  { plugin: navigation, granted: ['menus', 'actions', 'search', 'badges', 'live', 'instance/menus'] },
  { plugin: sso, granted: ['sso', 'instance/providers'] },
  { plugin: views, granted: ['views'] },
  { plugin: changes, granted: ['changesets'] },
  { plugin: features, granted: ['features'] },
  { plugin: audit, granted: ['audit', 'instance/audit'] },
  { plugin: notifications, granted: ['notifications'] },
  { plugin: jobs, granted: ['jobs', 'instance/jobs'] },
  { plugin: backups, granted: ['instance/backup', 'instance/backups'] },
  { plugin: overview, granted: ['checklist', 'sample-data'] },
  { plugin: settings, granted: ['settings', 'user', 'instance/settings'] },
  { plugin: help, granted: ['help'] },
  { plugin: mcp, granted: ['mcp'] },
  { plugin: apiReference, granted: ['openapi.json', 'instance/openapi.json'] },
  { plugin: instance, granted: ['instance'] },
  { plugin: smtp },
  { plugin: geo },
]
