import { createContext, useContext } from 'react'

/** Gives the workspace that the page shows; nothing outside a host. */
export const ShownWorkspaceContext = createContext<() => string | undefined>(() => undefined)

/**
 * Returns a function that gives the address of a file of the API, or of a page of the help, for a link, a picture or a
 * download of the browser.
 * These send no headers, so the address names the workspace that the page shows; another tab may show another one.
 * @example const apiHref = useApiHref(); <img src={apiHref(`/api/x/notes/pictures/${note.id}`)} alt={note.title} />
 * @since 1.0.0
 */
export function useApiHref(): (path: string) => string {
  const shown = useContext(ShownWorkspaceContext)
  return (path) => {
    const workspace = shown()
    // The console is outside of workspaces.
    if (workspace === undefined || !/^\/(?:api\/(?!instance\/)|help\b)/.test(path)) return path
    return `${path}${path.includes('?') ? '&' : '?'}workspace=${workspace}`
  }
}
