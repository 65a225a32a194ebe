import { hasRole, type MenuItem, type Role } from '@host/plugin'

/** The pages of the workspace shell as the menus announce them, to know where a path leads. */
export class ShellPages {
  readonly #menus: ReadonlyMap<string, MenuItem>

  constructor(plugins: readonly { readonly menus: readonly MenuItem[] }[]) {
    this.#menus = new Map(plugins.flatMap(({ menus }) => menus.map((menu) => [menu.path, menu] as const)))
  }

  /** The menu that a path belongs to: the longest announced path before it. */
  menuOf(path: string): MenuItem | undefined {
    let place = path.replace(/[?#].*$/s, '')
    while (place !== '') {
      const menu = this.#menus.get(place)
      if (menu !== undefined) return menu
      place = place.slice(0, place.lastIndexOf('/'))
    }
    return undefined
  }

  /** Whether a role may open the page at a path. */
  isOpenTo(role: Role, path: string): boolean {
    return hasRole(role, this.menuOf(path)?.requiredRole ?? 'member')
  }
}
