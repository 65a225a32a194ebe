/** The mark: two posts and the piece that joins them. */
export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 32 32" className="shrink-0">
      <rect width="32" height="32" rx="9" className="fill-accent" />
      <rect x="8" y="7.5" width="5" height="17" rx="2.5" className="fill-on-solid" />
      <rect x="19" y="7.5" width="5" height="17" rx="2.5" className="fill-on-solid" />
      <path d="M13 13.5h2.2a1.8 1.8 0 0 1 0 5H13z" className="fill-on-solid" />
      <path d="M19 13.5h-.6a4.2 4.2 0 0 1 0 5h.6z" className="fill-on-solid" />
    </svg>
  )
}
