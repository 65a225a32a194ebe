import { useNavigate, useShortcut } from '@host/plugin-sdk'
import type { AnnouncedMenu, ShellScope } from '@host/plugin-sdk/shell'
import { useGoKeys } from './useGoKeys.ts'

export interface GoKeysProps {
  readonly scope: ShellScope
  readonly menus: readonly AnnouncedMenu[]
}

/** Makes `g` and a letter open each page of the sidebar. */
export function GoKeys({ scope, menus }: GoKeysProps) {
  const keys = useGoKeys(scope)
  return menus.map((menu) => {
    const own = keys.get(menu.path)
    return own === undefined ? null : <GoKey key={menu.path} keys={own} menu={menu} />
  })
}

function GoKey({ keys, menu }: { readonly keys: string; readonly menu: AnnouncedMenu }) {
  const navigate = useNavigate()
  useShortcut(keys, () => navigate(menu.path), { label: menu.label, group: 'go' })
  return null
}
