/** Building blocks of the shells. Not for plugins: their contract is the package's main entry point. */
export { createHost } from './session/create-host.ts'
export type { Edition, HostOptions, WebHost } from './session/create-host.ts'
export { EditionProvider, HostProvider, useHost, usePlugins } from './session/HostProvider.tsx'
export type { HostProviderProps } from './session/HostProvider.tsx'
export { preparePage } from './session/prepare-page.ts'
export { useRequirementChecks, useWorkspaceRequirement } from './session/useWorkspaceRequirement.ts'
export type { WorkspaceRequirement } from './session/workspace-requirement.ts'
export { useReauthRequirement } from './session/useReauthRequirement.ts'
export type { ReauthRequirement } from './session/useReauthRequirement.ts'
export { isNoEntry, useSessionActions, useSessionState } from './session/useSession.ts'
export type { SessionState } from './session/useSession.ts'
export type { SessionMonitor } from './session/session-monitor.ts'
export { useHoldSession } from './session/useHoldSession.ts'
export { safeReturnPath } from './session/safe-return-path.ts'

export { lazyPart } from './lazy-part.ts'
export type { LazyPart } from './lazy-part.ts'
export { LateTooltip } from './components/LateTooltip.tsx'
export { whenIdle } from './when-idle.ts'
export { HelpContext, useHelp } from './help/help-context.ts'
export type { OpenHelp } from './help/help-context.ts'
export { useCrumbs } from './breadcrumbs/CrumbProvider.tsx'
export type { Crumb } from './breadcrumbs/crumb-trail.ts'
export { ShortcutLayer } from './commands/ShortcutLayer.tsx'
export { useCharacterKeys } from './commands/useCharacterKeys.ts'
export { useCommands } from './commands/useCommands.ts'
export { useHasCharacterKeys } from './commands/useHasCharacterKeys.ts'
export { useShortcuts } from './commands/useShortcuts.ts'
export type { Command, Shortcut } from './commands/command-registry.ts'
export { isAppleComputer } from './commands/read-chord.ts'
export { parseKeys } from './commands/parse-keys.ts'

export { LiveProvider } from './live/LiveProvider.tsx'
export { NavigationProvider } from './navigation/NavigationProvider.tsx'
export type { NavigationProviderProps } from './navigation/NavigationProvider.tsx'
export { isPlainClick } from './navigation/is-plain-click.ts'
export type { LinkClick } from './navigation/is-plain-click.ts'
export { slugIn, workspaceBase } from './navigation/workspace-address.ts'
export { useHref } from './navigation/useHref.ts'
export { PageArrival } from './navigation/PageArrival.tsx'
export { useLeave } from './navigation/useLeave.ts'
export { useRename } from './navigation/useRename.ts'

export { usePreferenceStore, usePreferenceState } from './preferences/PreferencesProvider.tsx'
export type { PreferenceStore, PreferenceState } from './preferences/preference-store.ts'

export { Dictionaries, useDictionaries } from './i18n/TextsProvider.tsx'
export type { DictionarySources } from './i18n/texts.ts'

export { useAccent } from './accent/useAccent.ts'
export { useInstanceMenus, useMenus } from './hooks/useMenus.ts'
export { usePages } from './hooks/usePages.ts'
export type { PagesResult } from './hooks/usePages.ts'
export { findPage } from './plugin-gate/find-page.ts'
export type { FoundPage } from './plugin-gate/find-page.ts'
export { resolvePages } from './plugin-gate/resolve-pages.ts'
export type {
  AnnouncedMenu,
  PageFacts,
  RegisteredPage,
  ResolvedPages,
  ShellScope,
  ShownPage,
} from './plugin-gate/resolve-pages.ts'
export { PluginGate } from './plugin-gate/PluginGate.tsx'
export type { PluginGateProps } from './plugin-gate/PluginGate.tsx'
export { PluginPages } from './plugin-gate/PluginPages.tsx'
export type { PluginPagesProps } from './plugin-gate/PluginPages.tsx'

export { OverlayProvider } from './components/OverlayProvider.tsx'
export { buttonClass } from './components/button-class.ts'
export { classNames } from './components/class-names.ts'
export { dialogClass, dialogWidth } from './components/dialog-class.ts'
export { ToastProvider } from './components/Toast.tsx'
export { IconProvider } from './icons/IconProvider.tsx'
export type { IconNode, IconSet } from './icons/icon-set.ts'

export { defineEndpoint, nothing } from '@host/plugin/wire'
export type { FactorProof } from '@host/plugin/wire'

export { PublicPageProvider } from './public/PublicPageProvider.tsx'
export type { PublicPageProviderProps } from './public/PublicPageProvider.tsx'
export type { SentPublicPage } from './public/public-page-context.ts'
