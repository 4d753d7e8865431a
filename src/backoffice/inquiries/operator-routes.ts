import { ById } from '../../platform/access/operators/change-contracts.ts'
import { operatorRead, operatorWrite } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorList } from '../../platform/access/operators/operator-list.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { conflictRefusals, editOf } from '../../platform/access/operators/versions.ts'
import { success } from '../../platform/http/envelope.ts'
import {
  AnswerInquiry,
  answerInquiry,
  closeInquiry,
  InquiryDetails,
  InquiryItem,
  ListInquiries,
  showInquiries,
  showInquiry,
} from './answer-inquiries.ts'

const inquiries = '/operator/api/inquiries'
const changed = success('api.inquiry_updated', InquiryDetails)
const refusals = ['api.inquiry_not_found', 'api.nothing_to_change'] as const

export const inquiryOperatorEndpoints = [
  ...operatorList(inquiries, {
    summary: 'Inquiries without their senders, newest first',
    access: operatorAs('viewer'),
    query: ListInquiries,
    run: showInquiries,
    message: 'api.inquiries_retrieved',
    item: InquiryItem,
    exportedBy: 'support',
  }),
  operatorRead(`${inquiries}/{id}`, {
    summary: 'One inquiry with its sender and its answers; access is audited',
    access: operatorAs('support'),
    params: ById,
    run: showInquiry,
    reply: success('api.inquiry_retrieved', InquiryDetails),
    refusals: ['api.inquiry_not_found'],
  }),
  operatorWrite('POST', `${inquiries}/{id}/answer`, {
    action: 'inquiry.answer',
    summary: 'Answer an open inquiry; its sender gets the answer by mail',
    access: operatorAs('support'),
    params: ById,
    body: editOf(AnswerInquiry),
    run: answerInquiry,
    reply: changed,
    refusals: [...refusals, ...conflictRefusals],
  }),
  operatorWrite('POST', `${inquiries}/{id}/close`, {
    action: 'inquiry.close',
    summary: 'Close an inquiry that needs no further answer',
    access: operatorAs('support'),
    params: ById,
    run: closeInquiry,
    reply: changed,
    refusals,
  }),
]
