/** Which saved view a page begins with in this browser, kept for each workspace. A browser that keeps nothing has none. */
export interface PlaceOfViews {
  readonly orgId: string
  readonly path: string
}

/** The id of the view that a page begins with. */
export function readDefaultView(place: PlaceOfViews): string | null {
  try {
    return localStorage.getItem(keyOf(place))
  } catch {
    return null
  }
}

/** Lets a page begin with a view; null takes that back. */
export function storeDefaultView(place: PlaceOfViews, id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(keyOf(place))
    else localStorage.setItem(keyOf(place), id)
  } catch {
    // A browser without storage begins with the usual view.
  }
}

function keyOf({ orgId, path }: PlaceOfViews): string {
  return `host.view.${orgId}.${path}`
}
