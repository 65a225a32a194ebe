/** The web halves of this build: the in-tree plugins, and those that were composed into it. */
import { plugin as account } from '@host/account/web'
import { plugin as apiReference } from '@host/api-reference/web'
import { plugin as apiTokens } from '@host/api-tokens/web'
import { plugin as audit } from '@host/audit/web'
import { plugin as backups } from '@host/backups/web'
import { plugin as changes } from '@host/changes/web'
import { plugin as domains } from '@host/domains/web'
import { plugin as features } from '@host/features/web'
import { plugin as instance } from '@host/instance/web'
import { plugin as jobs } from '@host/jobs/web'
import { plugin as links } from '@host/links/web'
import { plugin as mail } from '@host/mail/web'
import { plugin as mcp } from '@host/mcp/web'
import { plugin as notifications } from '@host/notifications/web'
import { plugin as overview } from '@host/overview/web'
import { plugin as plans } from '@host/plans/web'
import { plugin as products } from '@host/products/web'
import { plugin as settings } from '@host/settings/web'
import { plugin as sso } from '@host/sso/web'
import { plugin as webhooks } from '@host/webhooks/web'
import { plugin as workspaces } from '@host/workspaces/web'
import { icons, plugins as composed } from 'virtual:host-plugins'

export const edition = {
  plugins: [
    overview,
    domains,
    links,
    changes,
    webhooks,
    notifications,
    workspaces,
    features,
    audit,
    settings,
    account,
    apiTokens,
    apiReference,
    mcp,
    sso,
    instance,
    jobs,
    backups,
    plans,
    products,
    // Last, so that its many pages leave the keys of the others as they are.
    mail,
    ...composed,
  ],
  icons,
}
