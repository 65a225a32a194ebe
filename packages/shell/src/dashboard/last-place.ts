/** The last page outside of the settings, with its query. */
export interface LastPlace {
  readonly read: () => string
  readonly record: (address: string) => void
}

/** The overview, until a page is recorded. */
export function createLastPlace(): LastPlace {
  let last = '/'
  return {
    read: () => last,
    record(address) {
      last = address
    },
  }
}
