-- An output on the chain is booked once, also to suspense, whatever ids custody gives it.
update coin_deposits d set review = 'same-output'
where user_id is null and status = 'COMPLETED' and review is distinct from 'same-output'
  and exists (
    select from coin_deposits o
    where (o.network, o.tx_hash, o.output, o.address) = (d.network, d.tx_hash, d.output, d.address)
      and o.status = 'COMPLETED' and o.review is distinct from 'same-output'
      and (o.user_id is not null or o.id < d.id)
  );
drop index coin_deposits_of_output;
create unique index coin_deposits_of_output on coin_deposits (network, tx_hash, output, address)
  where status = 'COMPLETED' and review is distinct from 'same-output';
