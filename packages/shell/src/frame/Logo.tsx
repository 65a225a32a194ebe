import { instanceLogo } from './instance-brand.ts'

/** The logo of the instance, or that of the product: a small h with a dot above it. */
export function Logo({ size = 24 }: { readonly size?: number }) {
  const own = instanceLogo()
  if (own !== undefined) {
    return <img alt="" src={own} width={size} height={size} className="shrink-0 rounded-control object-contain" />
  }
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 32 32" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <MarkLines className="stroke-on-solid" dotClassName="fill-on-solid" />
    </svg>
  )
}

export interface MarkLinesProps {
  readonly className: string
  readonly dotClassName: string
}

/** The lines of the mark alone, in a square of 32. */
export function MarkLines({ className, dotClassName }: MarkLinesProps) {
  return (
    <>
      <path
        d="M10 8v16M10 19.5a6 6 0 0 1 12 0V24"
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
        className={className}
      />
      <circle cx="22" cy="9" r="2.6" className={dotClassName} />
    </>
  )
}
