import type { Edition } from '@host/cli'
import { plugin as account } from '../../../plugins/account/server/index.ts'
import { plugin as apiTokens } from '../../../plugins/api-tokens/server/index.ts'
import { plugin as features } from '../../../plugins/features/server/index.ts'
import { plugin as instance } from '../../../plugins/instance/server/index.ts'
import { plugin as workspaces } from '../../../plugins/workspaces/server/index.ts'

/** Plugins of accounts, workspaces and features, for processes that test the ledger: they start in half the time. */
export const ledgerEdition: Edition['inTree'] = [
  { plugin: account, granted: ['auth'] },
  { plugin: workspaces, granted: ['workspaces', 'members', 'invitations', 'support-access'] },
  { plugin: apiTokens, granted: ['tokens', 'instance/tokens'] },
  { plugin: features, granted: ['features'] },
  { plugin: instance, granted: ['instance'] },
]
