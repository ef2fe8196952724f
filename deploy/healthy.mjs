// Health check of the image: exit code 0 while calls may come.
import process from 'node:process'

const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT || 4321}/readyz`)
process.exit(ok ? 0 : 1)
