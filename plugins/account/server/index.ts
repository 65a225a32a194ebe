import * as z from 'zod/mini'
import { definePlugin } from '@host/plugin'
import { firstSteps } from './first-steps.ts'
import { i18n } from './i18n.ts'
import { menus } from './menus.ts'
import { mountInvitations } from './mount-invitations.ts'
import { mountProfile } from './mount-profile.ts'
import { mountRecovery } from './mount-recovery.ts'
import { mountSecurity } from './mount-security.ts'
import { mountSessions } from './mount-sessions.ts'
import { mountSetUpRestore } from './mount-set-up-restore.ts'
import { mountSignIn } from './mount-sign-in.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'account',
  info: {
    title: 'Account',
    description: 'Setup, sign-in and sessions',
    icon: 'user-round',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models: [],
  i18n,
  menus,
  topLevelApi: ['auth'],
  helpDocsFS: './docs',
  checklist: firstSteps,
  mount(mux, ctx) {
    mountSignIn(mux, ctx)
    mountSetUpRestore(mux, ctx)
    mountSessions(mux, ctx)
    mountSecurity(mux, ctx)
    mountRecovery(mux, ctx)
    mountProfile(mux, ctx)
    mountInvitations(mux, ctx)
  },
})
