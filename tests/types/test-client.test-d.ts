import { accountInfo } from '#protocol/web/login.ts'
import type { Client } from '../support/client.ts'

declare function expectType<Expected>(value: Expected): void
declare const client: Client

const { data } = await client.call(accountInfo, {})
expectType<string>(data.sec_user_id)
expectType<unknown>(data['name_of_a_refusal'])
// @ts-expect-error the reply says that it is a text
expectType<number>(data.sec_user_id)
