/**
 * Loaded before what is started for development: it ends once the process that started it has ended in a way that could
 * not tell it so, such as SIGKILL. Nothing keeps a port or a database that no one sees.
 */
const askMilliseconds = 500
const parent = process.ppid

setInterval(() => {
  if (process.ppid !== parent) process.exit(1)
}, askMilliseconds).unref()
