import type { Kysely } from 'kysely'
import { addIndexes, bytesType, notNull, ofAccount } from './columns.ts'

/** Accounts and all that signing in needs. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  const { schema } = query
  await schema
    .createTable('accounts')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', notNull)
    .addColumn('username', 'text', (column) => column.unique())
    .addColumn('email', 'text', (column) => column.unique())
    .addColumn('mobile', 'text', (column) => column.unique())
    .addColumn('password_hash', 'text')
    .addColumn('avatar_key', 'text')
    .addColumn('locale', 'text', notNull)
    .addColumn('state', 'text', notNull)
    .addColumn('created_aid', 'bigint', notNull)
    .addColumn('created_at', 'bigint', notNull)
    .execute()
  await schema
    .createTable('sessions')
    .ifNotExists()
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('aid', 'bigint', notNull)
    .addColumn('source', 'text', notNull)
    .addColumn('device', 'text', notNull)
    .addColumn('address', 'text', notNull)
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('last_seen_at', 'bigint', notNull)
    .addColumn('expires_at', 'bigint', notNull)
    .execute()
  await schema
    .createTable('codes')
    .ifNotExists()
    .addColumn('aid', 'bigint', notNull)
    .addColumn('target', 'text', notNull)
    .addColumn('type', 'bigint', notNull)
    .addColumn('hash', 'text', notNull)
    .addColumn('tries', 'bigint', notNull)
    .addColumn('sent_at', 'bigint', notNull)
    .addColumn('expires_at', 'bigint', notNull)
    .addPrimaryKeyConstraint('codes_key', ['aid', 'target', 'type'])
    .execute()
  await schema
    .createTable('counters')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'bigint', notNull)
    .addColumn('expires_at', 'bigint', notNull)
    .execute()
  await schema
    .createTable('login_failures')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('failures', 'bigint', notNull)
    .addColumn('locked_until', 'bigint', notNull)
    .addColumn('updated_at', 'bigint', notNull)
    .execute()
  await schema
    .createTable('seal_keys')
    .ifNotExists()
    .addColumn('kid', 'text', (column) => column.primaryKey())
    .addColumn('public_key', 'text', notNull)
    .addColumn('secret_key', 'text', notNull)
    .addColumn('nbf', 'bigint', (column) => column.notNull().unique())
    .addColumn('exp', 'bigint', notNull)
    .execute()
  await schema
    .createTable('seal_uses')
    .ifNotExists()
    .addColumn('jti', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', notNull)
    .execute()
  await schema
    .createTable('apps')
    .ifNotExists()
    .addColumn('aid', 'bigint', (column) => column.primaryKey())
    .addColumn('name', 'text', notNull)
    .addColumn('origins', 'text', notNull)
    .addColumn('registration_open', 'bigint', notNull)
    .addColumn('created_at', 'bigint', notNull)
    .execute()
  await schema
    .createTable('outbox')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('channel', 'text', notNull)
    .addColumn('target', 'text', notNull)
    .addColumn('subject', 'text', notNull)
    .addColumn('body', 'text', notNull)
    .addColumn('code', 'text', notNull)
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('due_at', 'bigint', notNull)
    .addColumn('attempts', 'bigint', notNull)
    .execute()
  await schema
    .createTable('mailbox')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('channel', 'text', notNull)
    .addColumn('target', 'text', notNull)
    .addColumn('subject', 'text', notNull)
    .addColumn('body', 'text', notNull)
    .addColumn('code', 'text', notNull)
    .addColumn('created_at', 'bigint', notNull)
    .execute()
  await schema
    .createTable('avatars')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('bytes', bytesType(query), notNull)
    .addColumn('created_at', 'bigint', notNull)
    .execute()
  await addIndexes(query, [
    ['sessions', 'account_id'],
    ['sessions', 'expires_at'],
    ['codes', 'expires_at'],
    ['counters', 'expires_at'],
    ['seal_uses', 'expires_at'],
    ['login_failures', 'updated_at'],
    ['outbox', 'due_at'],
    ['mailbox', 'created_at'],
    ['avatars', 'account_id'],
  ])
}
