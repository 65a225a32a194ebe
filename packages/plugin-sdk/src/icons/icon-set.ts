/** One shape of an icon: an SVG element and its attributes. */
export type IconNode = readonly [tag: string, attributes: Readonly<Record<string, string>>]

/** Drawings by lucide name, on a grid of 24 by 24. */
export type IconSet = Readonly<Record<string, readonly IconNode[]>>
