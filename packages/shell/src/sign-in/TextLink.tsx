import { Link, type LinkProps } from '@host/plugin-sdk'

/** A quiet way to another page before sign-in. */
export function TextLink(props: Omit<LinkProps, 'className'>) {
  return (
    <Link
      {...props}
      className="inline-flex min-h-6 items-center gap-1 rounded-control text-sm text-accent-fg hover:underline"
    />
  )
}
