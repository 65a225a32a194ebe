import {
  languages,
  Menu,
  MenuChoices,
  MenuItem,
  MenuSeparator,
  useNavigate,
  usePreferences,
  useSession,
  useTranslation,
} from '@host/plugin-sdk'
import { findPage, useHelp, usePages, type ShellScope } from '@host/plugin-sdk/shell'
import { themeIcons, themes } from '../preferences/themes.ts'
import { useSignOut } from '../session/useSignOut.ts'
import { useFrameDialog } from './FrameDialogs.tsx'
import type { LateMenuPart } from './LateMenu.tsx'

/** The menu of the reader in a workspace. */
export function TenantUserMenu({ trigger }: LateMenuPart) {
  return <UserMenuEntries scope="tenant" trigger={trigger} />
}

/** The menu of the reader in the console. */
export function InstanceUserMenu({ trigger }: LateMenuPart) {
  return <UserMenuEntries scope="instance" trigger={trigger} />
}

/** Entries of the account menu: settings, appearance, the other shell, and signing out. */
function UserMenuEntries({ scope, trigger }: LateMenuPart & { readonly scope: ShellScope }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const navigate = useNavigate()
  const openDialog = useFrameDialog()
  const openHelp = useHelp()
  const signOut = useSignOut()
  return (
    <Menu trigger={trigger}>
      <div className="px-2 pt-1.5 pb-2 text-sm">
        <p className="truncate font-medium">{user.name}</p>
        <p className="truncate text-xs text-subtle">{user.email}</p>
      </div>
      <MenuSeparator />
      <OwnPages />
      <MenuItem icon="circle-question-mark" onSelect={() => openHelp?.()}>
        {t('shell.help.title')}
      </MenuItem>
      <MenuItem icon="keyboard" onSelect={() => openDialog('shortcuts')}>
        {t('shell.keys.title')}
      </MenuItem>
      <MenuSeparator />
      <Display />
      <MenuSeparator />
      {scope === 'instance' && (
        <MenuItem icon="layout-dashboard" onSelect={() => navigate('~/admin')}>
          {t('shell.user.backToWorkspace')}
        </MenuItem>
      )}
      {scope === 'tenant' && user.isInstanceAdmin && (
        <MenuItem icon="server" onSelect={() => navigate('~/instance')}>
          {t('shell.user.instance')}
        </MenuItem>
      )}
      <MenuItem icon="log-out" onSelect={signOut}>
        {t('shell.user.signOut')}
      </MenuItem>
    </Menu>
  )
}

const ownPages = [
  { id: 'profile', path: '/settings/profile', icon: 'user-round' },
  { id: 'security', path: '/settings/security', icon: 'shield-check' },
  { id: 'personal', path: '/settings/personal', icon: 'settings-2' },
] as const

/** The reader's own pages, as far as this build has them. */
function OwnPages() {
  const { t } = useTranslation()
  const { pages } = usePages('tenant')
  const navigate = useNavigate()
  if (pages === undefined) return null
  return ownPages
    .filter(({ path }) => findPage(pages, path).kind === 'page')
    .map(({ id, path, icon }) => (
      <MenuItem key={id} icon={icon} onSelect={() => navigate(`~/admin${path}`)}>
        {t(`shell.user.${id}`)}
      </MenuItem>
    ))
}

/** Theme and language. */
function Display() {
  const { t, language, setLanguage } = useTranslation()
  const { preferences, change } = usePreferences()
  return (
    <>
      <MenuChoices
        label={t('shell.display.theme')}
        value={preferences.theme}
        choices={themes.map((value) => ({ value, label: t(`shell.display.${value}`), icon: themeIcons[value] }))}
        onChange={(next) => change({ theme: themes.find((value) => value === next) ?? 'system' })}
      />
      <MenuSeparator />
      <MenuChoices
        label={t('shell.display.language')}
        value={language}
        choices={languages.map(({ id, label }) => ({ value: id, label, icon: 'languages' }))}
        onChange={(next) => void setLanguage(next === 'zh' ? 'zh' : 'en')}
      />
    </>
  )
}
