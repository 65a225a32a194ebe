import { Component, type ReactNode } from 'react'

/** The last resort. It relies on nothing that may be broken: no dictionary, no components, both languages at once. */
export class CrashBoundary extends Component<{ readonly children: ReactNode }, { readonly hasCrashed: boolean }> {
  override state = { hasCrashed: false }

  static getDerivedStateFromError() {
    return { hasCrashed: true }
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children
    return (
      <main className="flex min-h-dvh flex-col items-center justify-center gap-4 p-6 text-center">
        <h1 className="text-xl font-semibold">The page could not be loaded · 页面无法加载</h1>
        <p className="text-muted">
          Reload it. If it stays like this, tell whoever runs this instance.
          <br />
          <span lang="zh-CN">请刷新页面。如果问题依旧，请联系实例的运维人员。</span>
        </p>
        <button
          type="button"
          onClick={() => location.reload()}
          className="h-control rounded-control bg-accent px-3 text-sm font-medium text-on-solid hover:bg-accent-strong"
        >
          Reload · 刷新
        </button>
      </main>
    )
  }
}
