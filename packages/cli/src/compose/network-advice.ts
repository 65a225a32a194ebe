/** The replacement for opening a connection. */
export const safely = 'send requests with @host/plugin/safehttp'

/** How an operator lets a server half open connections by itself. */
export const allowNetwork = 'write "network":true beside it if it may'
